export { powerShell as powershell } from '@codemirror/legacy-modes/mode/powershell';
