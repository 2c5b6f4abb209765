export { erlang } from '@codemirror/legacy-modes/mode/erlang';
