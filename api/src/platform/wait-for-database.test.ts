import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { waitForDatabase } from './wait-for-database.ts';

const kit = useKit();

it('R8: a start waits for a database that is away, says so once, and goes on when it is there', async () => {
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

  const said: string[] = [];
  let attempts = 0;
  const retry = async () => {
    attempts += 1;
    if (attempts === 3) await once(proxy.listen(Number(url.port), '127.0.0.1'), 'listening');
  };
  await waitForDatabase(url.href, (reason) => said.push(reason), retry);
  expect(said).toEqual(['ECONNREFUSED']);
  expect(attempts).toBe(3);
  proxy.close();
});

it('does not wait for what will not change: a role or a database that is not there', async () => {
  const noWait = () => Promise.reject(new Error('waited'));
  for (const change of [(url: URL) => (url.username = 'nobody-like-this'), (url: URL) => (url.pathname = '/none')]) {
    const url = new URL(kit().url);
    change(url);
    await expect(waitForDatabase(url.href, () => {}, noWait)).rejects.toMatchObject({
      code: expect.stringMatching(/^(28|3D)/),
    });
  }
});
