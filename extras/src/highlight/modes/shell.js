export { shell } from '@codemirror/legacy-modes/mode/shell';
