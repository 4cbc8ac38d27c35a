import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { builtFile } from '../../../test/product.ts';
import { waitForDatabase } from './wait-for-database.ts';

const kit = useKit();

/** The test's database at a port that nothing listens on until `open` is called. */
async function absentDatabase() {
  const { hostname, port } = new URL(kit().url);
  const proxy = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    for (const each of [socket, upstream]) each.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(kit().url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  proxy.close();
  await once(proxy, 'close');
  const open = () => once(proxy.listen(Number(url.port), '127.0.0.1'), 'listening');
  return { url: url.href, open, close: () => proxy.close() };
}

it('R8: a start waits for a database that is down, says so once, and continues when it is up', async () => {
  const database = await absentDatabase();
  const printed: string[] = [];
  let attempts = 0;
  const retry = async () => {
    attempts += 1;
    if (attempts === 3) await database.open();
  };
  await waitForDatabase(database.url, { print: (line) => printed.push(line), retry });
  expect(printed).toEqual(['The database does not answer (ECONNREFUSED). Waiting for it.']);
  expect(attempts).toBe(3);
  database.close();
});

it('R8: an operators’ command, which applies migrations after a power cut, waits too', async () => {
  const database = await absentDatabase();
  const child = spawn(process.execPath, [await builtFile('panel.js'), 'money', 'check'], {
    env: { ...process.env, ...kit().env, DATABASE_URL: database.url },
  });
  const [first] = (await once(child.stderr, 'data')) as [Buffer];
  expect(String(first)).toBe('The database does not answer (ECONNREFUSED). Waiting for it, at most 10 minutes.\n');
  await database.open();
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([errors, code]).toEqual(['', 0]);
  database.close();
});

it('gives up after its time limit, and says why', async () => {
  const { url } = await absentDatabase();
  const waiting = waitForDatabase(url, { limitMs: 0, retry: () => Promise.reject(new Error('waited')) });
  await expect(waiting).rejects.toThrow('The database does not answer (ECONNREFUSED).');
});

it('does not wait for a role or a database that does not exist', async () => {
  const retry = () => Promise.reject(new Error('waited'));
  for (const change of [(url: URL) => (url.username = 'nobody-like-this'), (url: URL) => (url.pathname = '/none')]) {
    const url = new URL(kit().url);
    change(url);
    await expect(waitForDatabase(url.href, { retry })).rejects.toMatchObject({
      code: expect.stringMatching(/^(28|3D)/),
    });
  }
});
