// The shop's title.

export function Title() {
  return <h1>A shop with a chat</h1>;
}
