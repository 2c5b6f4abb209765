export { julia } from '@codemirror/legacy-modes/mode/julia';
