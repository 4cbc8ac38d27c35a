import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, createReadStream, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newDataDir } from '../../../../e2e/product.ts';
import { createLogStream } from './log-stream.ts';

const LINE = `${'a'.repeat(1023)}\n`;

async function newFolder(): Promise<string> {
  const folder = await newDataDir();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('R12: the log', () => {
  it('has every line once it is flushed, in order', async () => {
    const file = join(await newFolder(), 'log');
    const log = createLogStream(openSync(file, 'w'));
    const lines = Array.from({ length: 1000 }, (_, n) => `line ${n}\n`);
    for (const line of lines) log.write(line);
    await log.flush();
    expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  });

  it('loses lines while its disk is full, blocks no caller, and continues once there is room', async ({ skip }) => {
    const disk = await newFolder();
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]);
    if (status !== 0) return skip('needs root to create a disk');
    onTestFinished(() => void spawnSync('umount', [disk]));
    const descriptor = openSync(join(disk, 'log'), 'a');
    onTestFinished(() => closeSync(descriptor));
    const log = createLogStream(descriptor);
    expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(13_000_000))).toThrow('ENOSPC');
    for (let n = 0; n < 10_000; n += 1) {
      log.write(LINE);
      if (n % 100 === 0) await turn();
    }
    await log.flush();
    rmSync(join(disk, 'filler'));
    const written = () => {
      log.write('there is room\n');
      return readFileSync(join(disk, 'log'), 'utf8');
    };
    await expect.poll(written).toMatch(/there is room\n$/);
  });

  it.each([
    ['blocking', constants.O_RDWR],
    ['non-blocking', constants.O_RDWR | constants.O_NONBLOCK],
  ])(
    'keeps at most a few megabytes for a reader that has stopped reading a %s pipe, and does not block',
    async (_, flags) => {
      const pipe = join(await newFolder(), 'pipe');
      execFileSync('mkfifo', [pipe]);
      const descriptor = openSync(pipe, flags);
      const log = createLogStream(descriptor);
      for (let n = 0; n < 10_000; n += 1) log.write(LINE);
      await log.flush();
      // Nothing blocks while the pipe is full; the buffer is written once the reader continues.
      const reader = createReadStream(pipe);
      onTestFinished(() => {
        reader.destroy();
        closeSync(descriptor);
      });
      let read = 0;
      reader.on('data', (chunk) => {
        read += chunk.length;
      });
      await expect.poll(() => read).toBeGreaterThan(8_000_000);
      await log.flush();
      expect(read).toBeLessThan(9_000_000);
    },
  );
});
