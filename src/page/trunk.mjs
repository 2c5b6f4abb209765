// Opens the page once Trunk's own script has loaded the program. `cargo xtask build` uses `start.js`
// instead.

export default () => {
  addEventListener('TrunkApplicationStarted', () => window.wasmBindings.open_page((address) => import(address)), { once: true });
  return {};
};
