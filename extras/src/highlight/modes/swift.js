export { swift } from '@codemirror/legacy-modes/mode/swift';
