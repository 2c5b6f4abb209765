// Midturn's own modules lie beside the script; while the page is worked on, beside the page.
const here = import.meta.url.replace(/\/snippets\/.*$/, '/');

export const load = (name) => import(new URL(`./extras/${name}.js`, here).href);
