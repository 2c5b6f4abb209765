export { go } from '@codemirror/legacy-modes/mode/go';
