export { scheme } from '@codemirror/legacy-modes/mode/scheme';
export { commonLisp as commonlisp } from '@codemirror/legacy-modes/mode/commonlisp';
