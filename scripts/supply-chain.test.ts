/** What is installed: from which sources, at which versions, and that nothing of it runs while it is installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writePackages } from './artifact-packages.ts';
import { read } from './repository.ts';

type Entry = {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly version: string;
};
const entriesOf = (lock: string): [path: string, entry: Entry][] =>
  Object.entries(JSON.parse(lock).packages as Record<string, Entry>).filter(([path]) => path.includes('node_modules/'));
const installed = ['package-lock.json', 'e2e/phones/package-lock.json', 'scripts/node-24/package-lock.json']
  .map(read)
  .flatMap(entriesOf);

const artifact = mkdtempSync(join(tmpdir(), 'panel-artifact-'));
afterAll(() => rmSync(artifact, { recursive: true }));
writePackages(artifact, ['api']);
const shipped = entriesOf(readFileSync(join(artifact, 'package-lock.json'), 'utf8'));

describe('T24, R19: the packages', () => {
  it('are all checked against a hash, and all come from the registry', () => {
    for (const [path, { link, inBundle, integrity, resolved }] of installed) {
      // A bundled package is part of another one's archive, which has a hash.
      if (link || inBundle) continue;
      expect(integrity, path).toMatch(/^sha512-[\w+/]{86}==$/);
      expect(resolved, path).toBeUndefined();
    }
  });

  it('are named with one version each, in every package.json', () => {
    for (const folder of ['.', ...JSON.parse(read('package.json')).workspaces, 'e2e/phones', 'scripts/node-24']) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(join(folder, 'package.json')));
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
        expect(version, `${name} in ${folder}`).toMatch(
          name.startsWith('@panel/') ? /^\*$/ : /^(npm:[\w-]+@)?\d+\.\d+\.\d+[\w.-]*$/,
        );
    }
  });

  it('run no script when they are installed, are a week old, and fit this version of Node', () => {
    const settings = read('.npmrc').split('\n');
    for (const setting of [
      'ignore-scripts=true',
      'strict-allow-scripts=true',
      'engine-strict=true',
      'save-exact=true',
      'min-release-age=7',
      'audit-level=high',
    ])
      expect(settings).toContain(setting);
  });
});

describe('T24, R19: what is shipped', () => {
  it('is few packages, without a script or a binary, under licences that allow it', () => {
    expect(shipped.length).toBeLessThanOrEqual(123);
    for (const [path, { hasInstallScript, license }] of shipped) {
      expect(hasInstallScript, path).toBeUndefined();
      expect(license, path).toMatch(/^(MIT|MIT-0|ISC|BSD-[23]-Clause|BlueOak-1\.0\.0|Apache-2\.0)$/);
    }
    const names = shipped.map(([path]) => path.replace(/.*node_modules\//, ''));
    for (const tool of ['tsx', 'esbuild', 'vite', 'rolldown', 'typescript']) expect(names).not.toContain(tool);
  });

  it('is in the bill of materials with its hashes, and so is what is compiled into the web app', () => {
    const bill = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' }));
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX' });
    const components = bill.components as { name: string; version: string; hashes?: { alg: string }[] }[];
    for (const { name, hashes } of components) expect(hashes?.[0]?.alg, name).toBe('SHA-512');
    const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
    for (const [path, { version }] of shipped)
      expect(listed).toContain(`${path.replace(/.*node_modules\//, '')} ${version}`);
    expect([...listed].filter((name) => /^react(-dom)? /.test(name))).toHaveLength(2);
  });
});

describe('T24, R19: the repository', () => {
  const SECRETS = [
    /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY/,
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
    /\bgh[oprsu]_\w{36}/,
    /\bnpm_[A-Za-z0-9]{36}\b/,
    /\bxox[abprs]-[\w-]{10}/,
    /\b[rs]k_live_\w{16}/,
    /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/,
    /\/\/[^/:@\s'"`$]+:(?!PASSWORD\b|password\b)[^/:@\s'"`$]{12,}@/,
  ];
  /** What Git ignores, and pictures. */
  const NOT_OURS =
    /(^|\/)(node_modules|dist(\.[^/]*)?|coverage)(\/|$)|^(\.git|data|\.env|deploy\/backups)(\/|$)|\.(log|png|svg|ico|woff2)$|^deploy\/.*\.env$/;

  it('has no file with a key, a token or a password of a service', () => {
    const tops = readdirSync('.').filter((name) => !NOT_OURS.test(name));
    const files = tops
      .flatMap((top) =>
        statSync(top).isDirectory()
          ? readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => join(top, file))
          : [top],
      )
      .filter((file) => !NOT_OURS.test(file) && statSync(file, { throwIfNoEntry: false })?.isFile());
    expect(files.length).toBeGreaterThan(900);
    const found = files.filter((file) => SECRETS.some((secret) => secret.test(read(file))));
    expect(found).toEqual([]);
  });

  // A copy without Git or its history is tested by its files alone.
  const git = ['-c', 'safe.directory=*', 'log', '-50', '--patch', '--unified=0', '--no-color'];
  const { status, stdout: changes } = spawnSync('git', git, { encoding: 'utf8', maxBuffer: 2 ** 29 });
  it.runIf(status === 0)('has none in what the last fifty commits have added either', () => {
    expect(changes).toMatch(/^\+/m);
    expect(changes.split('\n').filter((line) => SECRETS.some((secret) => secret.test(line)))).toEqual([]);
  });
});
