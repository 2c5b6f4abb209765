// Starts the standalone page's program. Where it does not come, it says so where "Loading…" stood.
// Not responsible for what the program shows.

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
