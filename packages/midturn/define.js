// The element's class, which the importer registers with `defineMidturnChat()`.

export { defineMidturnChat, MidturnChat, MidturnError } from './program.js';
