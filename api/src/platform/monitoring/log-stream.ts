/** The standard output as a log's stream. Lines that can't be written are lost: no call waits for its line, and no process lives on for one. */
import { setTimeout as sleep } from 'node:timers/promises';
import sonicBoom from 'sonic-boom';

/** What waits for a reader that is slow; then lines are left out. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;
/** After a failed write, as to a full disk, the next attempt. While lines are left out, no other one is made. */
const RETRY_MS = 1000;
const FLUSH_MS = 1000;

type LogStream = {
  write(line: string): void;
  /** Waits until every line is written, but not for long: the disk may be full, and nobody may read. */
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

/** Of all servers of this process. */
export const standardOutput = createLogStream();
