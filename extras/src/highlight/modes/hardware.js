export { verilog } from '@codemirror/legacy-modes/mode/verilog';
export { vhdl } from '@codemirror/legacy-modes/mode/vhdl';
