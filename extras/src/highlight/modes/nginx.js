export { nginx } from '@codemirror/legacy-modes/mode/nginx';
