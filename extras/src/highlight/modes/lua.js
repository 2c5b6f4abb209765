export { lua } from '@codemirror/legacy-modes/mode/lua';
