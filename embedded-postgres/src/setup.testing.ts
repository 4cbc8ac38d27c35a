/** One folder for the whole test run, with a cluster that tests copy, because initdb takes longer than most tests. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { canEnter, type ServerAccount } from './account.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testRoot: string;
  }
}

export const isRoot = process.getuid?.() === 0;
export const nobody: ServerAccount = { name: 'nobody', uid: 65534, gid: 65534, switched: true };
export const template = (testRoot: string) => join(testRoot, 'template');

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const testRoot = await realpath(await mkdtemp(join(await enterableFolder(), 'embedded-postgres-')));
  await chmod(testRoot, 0o755);
  const dataDir = template(testRoot);
  const settings = { fsync: 'off' };
  const server = await startEmbeddedPostgres({ dataDir, name: 'example', settings, now: () => 0 });
  await server.stop();
  await rm(join(dataDir, 'postgres.log'));
  project.provide('testRoot', testRoot);
  return async () => {
    await promisify(execFile)('rm', ['-rf', testRoot]);
  };
}

/** The account that PostgreSQL runs as may not be able to enter TMPDIR. */
async function enterableFolder(): Promise<string> {
  if (!isRoot) return tmpdir();
  for (const folder of [tmpdir(), '/tmp', '/var/tmp']) if (await canEnter(nobody, folder)) return folder;
  throw new Error('No temporary folder that every account can enter.');
}
