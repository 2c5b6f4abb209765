export { dockerFile as dockerfile } from '@codemirror/legacy-modes/mode/dockerfile';
