export { haskell } from '@codemirror/legacy-modes/mode/haskell';
