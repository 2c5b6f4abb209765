export { oCaml as ocaml, fSharp as fsharp } from '@codemirror/legacy-modes/mode/mllike';
