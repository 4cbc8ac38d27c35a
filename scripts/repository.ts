/** The files of this repository, for the tests and the check that compare documents and structure with the code. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
export const WORKSPACES = ['domain', 'ui', 'embedded-postgres', 'api', 'web', 'console', 'sandbox', 'e2e'] as const;
const FOLDERS = [...WORKSPACES, 'scripts', 'bench', 'failover', 'deploy', 'docs'];

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** What the pattern's first group is, wherever it matches. */
export const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found as string);
export const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

const filesBelow = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => !/node_modules|(^|\/)dist[./]/.test(file));
const rootFiles = readdirSync(ROOT).filter((file) => file.endsWith('.ts'));

export const allFiles: readonly string[] = [...FOLDERS.flatMap(filesBelow), ...rootFiles];
const typescript = allFiles.filter((file) => /\.tsx?$/.test(file));
export const isTest = (file: string) => /\.(test|testing)\.tsx?$|test-setup\.ts$|^api\/test\//.test(file);
export const sources = typescript.filter((file) => !isTest(file));
export const tests = typescript.filter(isTest);

/** The package.json of each workspace says where its exports are. */
const EXPORTS: Readonly<Record<string, (name: string) => string[]>> = {
  '@panel/api/': (name) => [`api/src/${name}.ts`],
  '@panel/domain/': (name) => [`domain/src/${name}.ts`],
  '@panel/ui/': (name) => [`ui/src/${name}.tsx`],
  '@panel/embedded-postgres': () => ['embedded-postgres/src/embedded-postgres.ts'],
};

const IMPORT = /^(?:import|export)\b[^;']*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm;

/** Every specifier that a file imports, statically or dynamically, as a type or a value. */
export const specifiersOf = (file: string): string[] =>
  [...read(file).matchAll(IMPORT)].map((match) => (match[1] ?? match[2] ?? match[3]) as string);

/** The source file that a specifier of a file leads to; null for a package, a style or a picture. */
export function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith('.')) {
    const path = relative(ROOT, resolve(ROOT, dirname(file), specifier));
    return typescript.includes(path) ? path : null;
  }
  const [prefix] = Object.keys(EXPORTS).filter((name) => specifier.startsWith(name));
  if (!prefix) return null;
  const candidates = EXPORTS[prefix]?.(specifier.slice(prefix.length)) ?? [];
  return candidates.find((path) => typescript.includes(path)) ?? null;
}
