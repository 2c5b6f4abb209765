export { r } from '@codemirror/legacy-modes/mode/r';
