export { elm } from '@codemirror/legacy-modes/mode/elm';
