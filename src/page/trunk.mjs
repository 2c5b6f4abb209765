// Opens the page once Trunk's own script has loaded the program. `cargo xtask build` uses `start.js`
// instead. Trunk copies the element's modules to `element/`, as `index.html` says.

export default () => {
  addEventListener('TrunkApplicationStarted', open, { once: true });
  return {};
};

async function open() {
  const { mount, speak, open_page: openPage } = window.wasmBindings;
  const { defineMidturnChat, loadWith } = await import('/element/element.js');
  loadWith(async () => ({ mount, speak }));
  defineMidturnChat();
  await openPage((address) => import(address));
}
