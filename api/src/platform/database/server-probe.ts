/** Distinguishes a slow statement from a server that is frozen or can't be reached. */
import pg from 'pg';

/** No connection could be opened. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
}

/** The server answers neither a statement nor a new connection. */
export class ServerSilent extends Error {
  override name = 'ServerSilent';
}

/**
 * Waits for a statement, or for a whole use of the database that `began` earlier. Each time `silentMs` pass without an answer, the server
 * must accept a new connection.
 */
export const whileAnswering = <T>(
  statement: Promise<T>,
  serverAnswers: () => Promise<boolean>,
  silentMs: number,
  began = performance.now(),
): Promise<T> =>
  new Promise((resolve, reject) => {
    let isOver = false;
    const check = async () => {
      const isUp = await serverAnswers();
      if (isUp && !isOver) timer = setTimeout(check, silentMs);
      // Ignored if the statement has ended by then.
      if (!isUp) reject(new ServerSilent('no answer'));
    };
    let timer = setTimeout(check, began + silentMs - performance.now());
    const end = () => {
      isOver = true;
      clearTimeout(timer);
    };
    statement.finally(end).then(resolve, reject);
  });

/** Whether the server answers on a new connection in time. Concurrent callers share one probe. */
export function probe(connectionString: string, withinMs: number): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  const connect = async () => {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
    client.on('error', () => {});
    // A pooler accepts connections while the server behind it is frozen; only a statement reaches that server.
    const isUp = await client
      .connect()
      .then(() => client.query('select 1'))
      .then(
        () => true,
        () => false,
      );
    // Not awaited: a frozen server never closes it.
    client.end().catch(() => {});
    return isUp;
  };
  return () => {
    running ??= connect().finally(() => {
      running = undefined;
    });
    return running;
  };
}
