// Opens the page once Trunk's own script has loaded the program. `cargo xtask build` has `start.js`.

export default () => ({
  onSuccess: () => window.wasmBindings.open_page(),
});
