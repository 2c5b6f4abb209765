export { groovy } from '@codemirror/legacy-modes/mode/groovy';
