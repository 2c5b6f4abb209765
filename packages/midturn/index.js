// Registers `<midturn-chat>`. Does nothing on a server.

import { defineMidturnChat } from './program.js';

defineMidturnChat();

export { defineMidturnChat, MidturnChat, MidturnError } from './program.js';
