/** The compose and Kubernetes files against the schemas of their formats, without the network. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { read } from '../scripts/repository.ts';
import { composeFaults, manifestFault, readManifests, STRICT_KINDS, UNCHECKED_KINDS } from './files.testing.ts';

describe('the schema of the Compose specification', () => {
  it.each(['compose.yml', 'compose.cluster.yml'])('accepts %s', (file) => {
    expect(composeFaults(read(`deploy/${file}`))).toEqual([]);
  });

  it('refuses a misspelled setting and a value of another type', () => {
    const compose = read('deploy/compose.yml');
    expect(composeFaults(compose.replace('  read_only: true', '  readonly: true'))).not.toEqual([]);
    expect(composeFaults(compose.replace('cap_drop: [ALL]', 'cap_drop: ALL'))).not.toEqual([]);
  });
});

describe('the schemas of Kubernetes and of the database operator', () => {
  const manifests = readdirSync('deploy/kubernetes')
    .filter((name) => name !== 'kustomization.yaml')
    .flatMap((name) => readManifests(read(`deploy/kubernetes/${name}`)));
  // Inside the repository, where the packages are found.
  const folder = mkdtempSync(join(import.meta.dirname, '../node_modules/.manifests-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('accept every manifest', () => {
    expect(manifests).toHaveLength(17);
    expect(manifests.map(manifestFault).filter(Boolean)).toEqual([]);
  });

  it('refuse a value of another type', () => {
    const [deployment] = readManifests(read('deploy/kubernetes/api.yaml').replace(/replicas: \d/, 'replicas: two'));
    expect(deployment && manifestFault(deployment)).toContain('/spec/replicas must be integer');
  });

  /** The packages' types name every field, which their schemas leave open. */
  const unknownFields = (strict: typeof manifests) => {
    const lines = strict.map(({ kind, ...rest }, index) => {
      const [path, type] = [STRICT_KINDS[kind], `${kind}${index}`];
      return `import type { I${kind} as ${type} } from '${path}';\nexport const a${index}: ${type} = ${JSON.stringify({ kind, ...rest })};\n`;
    });
    writeFileSync(join(folder, 'manifests.ts'), lines.join(''));
    const options = ['--noEmit', '--ignoreConfig', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    const { stdout } = spawnSync('node_modules/.bin/tsc', [...options, join(folder, 'manifests.ts')], {
      encoding: 'utf8',
    });
    return stdout;
  };

  it('know every field of the kinds of Kubernetes itself', () => {
    const strict = manifests.filter(({ kind }) => kind in STRICT_KINDS);
    expect(manifests.length - strict.length).toBe(4 + 2 * UNCHECKED_KINDS.length);
    expect(unknownFields(strict)).toBe('');
  });

  it('refuse a misspelled field', () => {
    const text = read('deploy/kubernetes/api.yaml').replace('readOnlyRootFilesystem', 'readonlyRootFilesystem');
    expect(unknownFields(readManifests(text))).toContain(`'"readonlyRootFilesystem"' does not exist`);
  });
});
