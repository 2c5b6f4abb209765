// Optimises WebAssembly files in place, as `wasm-opt -Oz` does: `node optimise.mjs ASKED.json`, in the
// directory that has binaryen. One process does many files: loading binaryen takes longer than most of them.
// What is asked for is a list of objects:
//
// - `file`: the file
// - `named`: where to put a copy that has the names of its functions

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { resolve } = createRequire(join(process.cwd(), 'package.json'));
const { default: binaryen } = await import(pathToFileURL(resolve('binaryen')).href);

/** WebAssembly features that rustc uses for this target. Browsers of the last years have them. */
const FEATURES = [
  'BulkMemory',
  'BulkMemoryOpt',
  'Multivalue',
  'MutableGlobals',
  'NontrappingFPToInt',
  'ReferenceTypes',
  'SignExt',
].reduce((sum, name) => sum | binaryen.Features[name], 0);

// -Oz
binaryen.setOptimizeLevel(2);
binaryen.setShrinkLevel(2);
binaryen.setOptimizeStackIR(true);
binaryen.setGenerateStackIR(true);
// A function with one caller is put into it only if it is small: two that are alike compress better apart.
binaryen.setOneCallerInlineMaxSize(20);
// Keeps the names.
binaryen.setDebugInfo(true);

for (const { file, named } of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const module = binaryen.readBinary(readFileSync(file));
  module.setFeatures(FEATURES);
  module.optimize();
  // Functions that are called most have the shortest numbers.
  module.runPasses(['reorder-functions']);
  writeFileSync(named, module.emitBinary());
  module.runPasses(['strip-debug', 'strip-producers', 'strip-target-features']);
  binaryen.setDebugInfo(false);
  writeFileSync(file, module.emitBinary());
  binaryen.setDebugInfo(true);
  module.dispose();
}
