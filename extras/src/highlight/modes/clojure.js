export { clojure } from '@codemirror/legacy-modes/mode/clojure';
