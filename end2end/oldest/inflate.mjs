// `node inflate.mjs`: unpacks the Chromium of the npm package, and prints its path.
import { chmodSync, createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

// Inside `node_modules`, so that it is deleted with the package and a new version is unpacked.
const place = join(import.meta.dirname, 'node_modules');
const program = join(place, '.chromium');
if (!existsSync(program)) {
  const packed = join(place, '@sparticuz/chromium/bin/chromium.br');
  const half = `${program}.half`;
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(half));
  chmodSync(half, 0o755);
  renameSync(half, program);
}
console.log(program);
