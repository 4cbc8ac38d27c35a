import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@panel/domain/console/all-operations';
import { CONSOLE_PAGES, PAGE_DEFINITIONS, ROLES } from '@panel/domain/console/pages';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** The operations that a component offers, or one that it is made of. */
function offeredBy(file: string, seen = new Set<string>()): Set<string> {
  const source = readFileSync(file, 'utf8');
  seen.add(file);
  const offered = new Set(
    [...source.matchAll(/<OperationButton\s+name="([a-z-]+)"|\bOPERATIONS\['([a-z-]+)'\]/g)].map(
      ([, button, form]) => (button ?? form) as string,
    ),
  );
  for (const [, imported = ''] of source.matchAll(/from '(\.[^']+\.tsx)'/g)) {
    const part = join(file, '..', imported);
    if (!seen.has(part)) for (const name of offeredBy(part, seen)) offered.add(name);
  }
  return offered;
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
function screenOf(page: string): string {
  const file = files.find((name) => name.endsWith(`/${page[0]?.toUpperCase()}${page.slice(1)}Page.tsx`));
  if (!file) throw new Error(`${page} has no screen`);
  return join(SOURCES, file);
}

/** Needed so rarely that no page offers them. */
const COMMANDS_ONLY = ['withdraw-consent', 'rebuild-figures', 'recompute-lsm'];

it.each(ROLES)('every operation that %s may do is offered by a page that they may open', (role) => {
  const pages = CONSOLE_PAGES.filter((page) => PAGE_DEFINITIONS[page].roles.includes(role));
  const offered = new Set(pages.flatMap((page) => [...offeredBy(screenOf(page))]));
  const allowed = Object.values(OPERATIONS).filter(({ roles }) => (roles as readonly string[]).includes(role));
  expect(allowed.map(({ name }) => name).filter((name) => !offered.has(name) && !COMMANDS_ONLY.includes(name))).toEqual(
    [],
  );
});

it('every operation is offered', () => {
  expect([...offeredBy(join(SOURCES, 'App.tsx'))].sort()).toEqual(
    Object.keys(OPERATIONS)
      .filter((name) => !COMMANDS_ONLY.includes(name))
      .sort(),
  );
});
