/** The standard output as a log's stream. Lines that can't be written are lost: no call waits for its line, and no process lives on for one. */
import { write } from 'node:fs';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** What waits for a reader that is slow; then lines are left out. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 50;
const FLUSH_MS = 1000;

export type LogStream = {
  write(line: string): void;
  /** Waits until every line is written, but not for long: the disk may be full, and nobody may read. */
  flush(): Promise<void>;
};

export function openLogStream(file = 1): LogStream {
  function writeAll(chunk: Buffer, done: () => void): void {
    write(file, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(writeAll, RETRY_MS, chunk, done);
      else if (error || written === chunk.length) done();
      else writeAll(chunk.subarray(written), done);
    });
  }
  const lines = new Writable({
    highWaterMark: MAX_WAITING_BYTES,
    write: (chunk: Buffer, _, done) => writeAll(chunk, done),
    writev: (chunks, done) => writeAll(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
  });
  return {
    write(line) {
      if (lines.writableLength < MAX_WAITING_BYTES) lines.write(line);
    },
    async flush() {
      for (const until = performance.now() + FLUSH_MS; lines.writableLength > 0 && performance.now() < until; )
        await sleep(10);
    },
  };
}

/** Of all servers of this process. */
export const standardOutput = openLogStream();
