export { perl } from '@codemirror/legacy-modes/mode/perl';
