export { python, cython } from '@codemirror/legacy-modes/mode/python';
