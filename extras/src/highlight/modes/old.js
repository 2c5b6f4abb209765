export { fortran } from '@codemirror/legacy-modes/mode/fortran';
export { pascal } from '@codemirror/legacy-modes/mode/pascal';
export { vb } from '@codemirror/legacy-modes/mode/vb';
export { tcl } from '@codemirror/legacy-modes/mode/tcl';
export { octave } from '@codemirror/legacy-modes/mode/octave';
