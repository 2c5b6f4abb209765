export { stex as latex } from '@codemirror/legacy-modes/mode/stex';
