/** The documents that are written from the code: says which are stale, or with `--write` writes them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS_DOCUMENTS } from './settings-documents.ts';

const root = join(import.meta.dirname, '..');

for (const [file, text] of Object.entries(SETTINGS_DOCUMENTS)) {
  const path = join(root, file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
  if (process.argv.includes('--write')) writeFileSync(path, text);
  else {
    process.stderr.write(`${file} is stale: run npm run fix.\n`);
    process.exitCode = 1;
  }
}
