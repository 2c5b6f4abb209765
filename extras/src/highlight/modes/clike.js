// The languages with braces.

import {
  c, cpp, java, csharp, scala, kotlin, objectiveC, dart, shader, clike,
} from '@codemirror/legacy-modes/mode/clike';
import { words } from '../words.js';

export { c, cpp, java, csharp, scala, kotlin, dart };
export const objectivec = objectiveC;
export const glsl = shader;

export const solidity = clike({
  name: 'solidity',
  keywords: words(
    'pragma import from as using for is contract interface library abstract struct enum event ' +
    'error modifier function constructor fallback receive returns return if else while do break ' +
    'continue try catch emit revert new delete public private internal external view pure ' +
    'payable virtual override constant immutable anonymous indexed memory storage calldata ' +
    'unchecked assembly'),
  types: (word) => /^(?:u?int\d*|bytes\d*|address|bool|string|mapping|fixed|ufixed|var)$/.test(word),
  blockKeywords: words('if else for while do contract struct enum function'),
  defKeywords: words('contract interface library struct enum event error modifier function'),
  atoms: words('true false this super wei gwei ether seconds minutes hours days weeks'),
});

export const zig = clike({
  name: 'zig',
  keywords: words(
    'addrspace align allowzero and asm async await break callconv catch comptime const continue ' +
    'defer else enum errdefer error export extern fn for if inline linksection noalias ' +
    'noinline nosuspend opaque or orelse packed pub resume return struct suspend switch test ' +
    'threadlocal try union unreachable usingnamespace var volatile while'),
  types: words(
    'i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize f16 f32 f64 f80 f128 bool void anyopaque ' +
    'noreturn type anyerror comptime_int comptime_float anytype'),
  defKeywords: words('fn'),
  atoms: words('true false null undefined'),
  hooks: {
    '@': (stream) => {
      stream.eatWhile(/\w/);
      return 'builtin';
    },
    '\\': (stream) => {
      if (!stream.eat('\\')) return false;
      stream.skipToEnd();
      return 'string';
    },
  },
});
