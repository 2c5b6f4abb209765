export { css, sCSS as scss, less } from '@codemirror/legacy-modes/mode/css';
