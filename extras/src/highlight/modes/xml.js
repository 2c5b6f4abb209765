export { xml } from '@codemirror/legacy-modes/mode/xml';
