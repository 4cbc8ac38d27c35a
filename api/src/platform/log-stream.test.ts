import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newDataDir } from '../../../e2e/product.ts';
import { openLogStream } from './log-stream.ts';

const LINE = `${'a'.repeat(1023)}\n`;

async function newFolder(): Promise<string> {
  const folder = await newDataDir();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('R12: the log', () => {
  it('has every line once it is flushed, in order', async () => {
    const file = join(await newFolder(), 'log');
    const log = openLogStream(openSync(file, 'w'));
    const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}\n`);
    for (const line of lines) log.write(line);
    await log.flush();
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  });

  it('loses lines while its disk is full, holds nobody up, and goes on once there is room', async ({ skip }) => {
    const disk = await newFolder();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]);
    if (status !== 0) return skip('needs root, to make a disk');
    onTestFinished(() => void spawnSync('umount', [disk]));
    const descriptor = openSync(join(disk, 'log'), 'a');
    onTestFinished(() => closeSync(descriptor));
    const log = openLogStream(descriptor);
    expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(200_000))).toThrow('ENOSPC');
    for (let n = 0; n < 100; n += 1) {
      log.write(LINE);
      await turn();
    }
    await log.flush();
    rmSync(join(disk, 'filler'));
    log.write('there is room\n');
    await log.flush();
    expect(readFileSync(join(disk, 'log'), 'utf8')).toMatch(/there is room\n$/);
  });

  it('keeps no more than some megabytes for a reader that has stopped reading, and is not waited for', async () => {
    const pipe = join(await newFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const descriptor = openSync(pipe, 'r+');
    const log = openLogStream(descriptor);
    for (let n = 0; n < 10_000; n += 1) log.write(LINE);
    await log.flush();
    // Nothing blocks while the pipe is full; what was kept is written once somebody reads.
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => {
      closeSync(reader);
      closeSync(descriptor);
    });
    let read = 0;
    const drain = () => {
      try {
        for (;;) read += readSync(reader, Buffer.alloc(65_536));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
    };
    await expect
      .poll(async () => {
        drain();
        await log.flush();
        drain();
        return read;
      })
      .toBeGreaterThan(8_000_000);
    expect(read).toBeLessThan(9_000_000);
  });
});
