/** The old Chromium builds are for x64. On another processor QEMU runs them, with the libraries they need, both from Debian's packages. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const LIBRARIES = ['libc6', 'libgcc-s1', 'libnss3', 'libnspr4', 'libexpat1', 'libuuid1', 'libsqlite3-0', 'zlib1g'];

/** Unpacks packages into a folder. Nothing is installed, and the package lists of the system stay as they are. */
async function unpack(packages: readonly string[], folder: string, options: readonly string[]): Promise<void> {
  const downloads = `${folder}.packages`;
  await mkdir(downloads, { recursive: true });
  await run('apt-get', ['-o', 'APT::Sandbox::User=root', ...options, 'download', ...packages], { cwd: downloads });
  for (const name of await readdir(downloads)) await run('dpkg-deb', ['-x', join(downloads, name), folder]);
  await rm(downloads, { recursive: true });
}

/** apt's state for another architecture. */
async function stateFor(architecture: string, folder: string): Promise<string[]> {
  await mkdir(join(folder, 'lists/partial'), { recursive: true });
  await mkdir(join(folder, 'cache/archives/partial'), { recursive: true });
  await writeFile(join(folder, 'status'), '');
  const options = {
    'APT::Architecture': architecture,
    'APT::Architectures': architecture,
    'Dir::State': folder,
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
  };
  return Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}

/** The command that runs a program for x64, without the program. */
export async function emulator(cache: string): Promise<readonly string[]> {
  if (process.arch === 'x64') return [];
  const folder = join(cache, 'emulator');
  if (!existsSync(folder)) {
    process.stderr.write('Unpacking an emulator for x64 …\n');
    const unfinished = `${folder}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await unpack(['qemu-user-static'], join(unfinished, 'qemu'), []);
    const amd64 = await stateFor('amd64', join(unfinished, 'apt'));
    await run('apt-get', [...amd64, '-qq', 'update']);
    const root = join(unfinished, 'root');
    await unpack(LIBRARIES, root, amd64);
    // The package has an absolute link, which would lead out of the folder.
    const loader = 'ld-linux-x86-64.so.2';
    await rm(join(root, 'lib64', loader));
    await cp(join(root, 'lib/x86_64-linux-gnu', loader), join(root, 'lib64', loader), { dereference: true });
    await rename(unfinished, folder);
  }
  return [join(folder, 'qemu/usr/bin/qemu-x86_64-static'), '-L', join(folder, 'root')];
}
