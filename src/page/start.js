// Starts the standalone page's program. If the program cannot be loaded, an error replaces
// "Loading…".

/** Imports a module of the page's own server, which Rust cannot do: the playground imports its samples. */
export const load = (address) => import(address);

/** @param {() => Promise<unknown>} init fetches and runs the program */
export async function start(init) {
  try {
    await init();
  } catch (error) {
    const again = document.createElement('a');
    again.href = '';
    again.textContent = 'Try again';
    const said = document.getElementById('loading');
    said?.classList.add('failed');
    said?.replaceChildren('Midturn could not be loaded. ', again);
    throw error;
  }
}
