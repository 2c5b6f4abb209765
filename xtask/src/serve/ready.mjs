// Checks that a page can start: `node ready.mjs ORIGIN PATH...`. Requests the page, the files it
// names, the agent's health and the other paths. Compiles the WebAssembly, and links it with the
// imports that the page's JavaScript provides. Prints an error in one line.

const [origin, ...others] = process.argv.slice(2);

async function get(path, headers = {}) {
  const url = new URL(path, origin);
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url.pathname} answers ${response.status}`);
  return response;
}

/** The paths on this origin in the tags of a page. */
function named(page) {
  const tags = page.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="([^"]+)"/g);
  const urls = [...tags].map(([, path]) => new URL(path, origin));
  return [...new Set(urls.filter((url) => url.origin === origin).map((url) => url.pathname))];
}

/**
 * Whether a module is a part of the program, which provides all its imports. Its build needs no
 * check, because it is in the file name.
 */
function isPart(module) {
  return WebAssembly.Module.imports(module).every(({ module: from }) => from === '__wasm_split');
}

/** Stubs for the module's imports. Throws if the JavaScript does not contain an import's name. */
function given(module, script) {
  const words = new Set(script.match(/[\w$]+/g));
  const imports = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') throw new Error(`the program wants a ${kind}, ${name}`);
    if (!words.has(name)) throw new Error(`the JavaScript of the page has no ${name}: it is of another build`);
    (imports[from] ??= {})[name] = () => {};
  }
  return imports;
}

try {
  const page = await (await get('/', { accept: 'text/html' })).text();
  const files = named(page);
  let script = page;
  const programs = [];
  for (const file of files) {
    const response = await get(file);
    if (file.endsWith('.js')) script += await response.text();
    else if (file.endsWith('.wasm')) programs.push(await response.arrayBuffer());
    else await response.arrayBuffer();
  }
  if (programs.length === 0) throw new Error('the page names no program');
  for (const program of programs) {
    const module = await WebAssembly.compile(program);
    if (!isPart(module)) await WebAssembly.instantiate(module, given(module, script));
  }
  for (const path of ['/healthz', ...others]) await (await get(path)).arrayBuffer();
} catch (error) {
  const cause = error.cause ? ` (${error.cause.message})` : '';
  console.error(`${error.message}${cause}`.split('\n')[0]);
  process.exitCode = 1;
}
