/** The standard output as a log stream. Lines that can't be written are lost: no call waits for its line, and no process stays alive for one. */
import { setTimeout as sleep } from 'node:timers/promises';
import sonicBoom from 'sonic-boom';

/** The buffer for a slow reader; when it is full, lines are dropped. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** The retry interval after a failed write, for example to a full disk. Until then lines are dropped. */
const RETRY_MS = 1000;
const FLUSH_MS = 1000;

type LogStream = {
  write(line: string): void;
  /** Waits briefly until every line is written: the disk may be full, or the reader gone. */
  flush(): Promise<void>;
};

export function createLogStream(file = 1): LogStream {
  // Without a `minLength` sonic-boom ignores `flush` and `periodicFlush`.
  const options = { fd: file, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES, periodicFlush: RETRY_MS };
  const lines = new sonicBoom.SonicBoom(options);
  lines.on('error', () => {});
  return {
    write: (line) => void lines.write(line),
    async flush() {
      const written = new Promise<void>((resolve) => lines.flush(() => resolve()));
      await Promise.race([written, sleep(FLUSH_MS)]);
    },
  };
}

/** Shared by all servers of this process. */
export const standardOutput = createLogStream();
