import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@panel/domain/console/operations';
import { expect, it } from 'vitest';

it('every operation is offered by some page', () => {
  const folder = join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx$/.test(file) && !/\.test(ing)?\.tsx$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const offered = [...sources.matchAll(/<OperationButton\s+name="([a-z-]+)"|\bOPERATIONS\['([a-z-]+)'\]/g)].map(
    ([, button, form]) => button ?? form,
  );
  expect([...new Set(offered)].sort()).toEqual(Object.keys(OPERATIONS).sort());
});
