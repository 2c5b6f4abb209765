// Opens the page once Trunk's own script has loaded the program. `cargo xtask build` has `start.js`.

export default () => {
  addEventListener('TrunkApplicationStarted', () => window.wasmBindings.open_page(), { once: true });
  return {};
};
