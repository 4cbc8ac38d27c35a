/** The part of `npm run check` after the types: checks the structure, and whether the generated documents are current. `--write` writes them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFiles, read } from './repository.ts';
import { SCHEMA_DOCUMENT } from './schema-document.ts';
import { SETTINGS_DOCUMENTS } from './settings-documents.ts';
import { faults } from './structure.ts';

for (const [file, text] of Object.entries({ ...SCHEMA_DOCUMENT, ...SETTINGS_DOCUMENTS }))
  if (process.argv.includes('--write')) writeFileSync(join(import.meta.dirname, '..', file), text);
  else if (read(file) !== text) faults.push(`${file} is stale: run npm run fix`);

for (const fault of new Set(faults)) process.stderr.write(`${fault}\n`);
process.stdout.write(`Checked the structure of ${allFiles.length} files.\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
