import { once } from 'node:events';
import { connect, createServer, type Server, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { buildConsoleApp } from '../../console-app.ts';
import { limitConnections } from './limits.ts';

const kit = useKit({
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '198.51.100.1',
  SHARED_NETWORKS: '192.0.2.0/25',
});
const PUBLIC = '203.0.113.9';
/** Every socket in a test comes from this machine; this one claims another address. */
const from = (address: string, socket: Socket): Socket =>
  Object.defineProperty(socket, 'remoteAddress', { value: address });

describe('T18: the connections of one address', () => {
  let opened: Socket[] = [];
  let server: Server;
  const isKept = (address: string): boolean => {
    const socket = from(address, new Socket());
    server.emit('connection', socket);
    opened.push(socket);
    return !socket.destroyed;
  };
  const keptOf = (count: number, address: string | ((index: number) => string)) =>
    Array.from({ length: count }, (_, index) => isKept(typeof address === 'string' ? address : address(index))).filter(
      Boolean,
    ).length;
  beforeEach(() => {
    opened = [];
    server = createServer();
    limitConnections(server, kit().config);
  });
  afterEach(() => {
    for (const socket of opened) socket.destroy();
  });

  it('are limited to 250, until one of them closes', async () => {
    expect(keptOf(300, PUBLIC)).toBe(250);
    expect(keptOf(1, '203.0.113.50')).toBe(1);
    const [first] = opened;
    if (first) await once(first.destroy(), 'close');
    expect(keptOf(2, PUBLIC)).toBe(1);
  });

  it('are counted per network for IPv6', () => {
    expect(keptOf(300, (index) => `2001:db8:1:2:${index.toString(16)}::1`)).toBe(250);
    expect(keptOf(1, '2001:db8:1:3::1')).toBe(1);
  });

  it('are limited to 2,500 for a shared network, and unlimited for our own proxies and machines', () => {
    expect(keptOf(2600, '192.0.2.1')).toBe(2500);
    for (const address of ['198.51.100.1', '10.0.0.7', '127.0.0.1', '::ffff:10.0.0.7', '::1', 'fd00::1', 'fe80::1'])
      expect([address, keptOf(2600, address)]).toEqual([address, 2600]);
  });

  it.each(['the panel', 'the console'])('leave room for others on %s', async (name) => {
    const { deps } = kit();
    const app = name === 'the panel' ? buildApp(deps) : buildConsoleApp(deps);
    const clients: Socket[] = [];
    onTestFinished(async () => {
      for (const client of clients) client.destroy();
      await app.close();
    });
    let address = PUBLIC;
    app.server.prependListener('connection', (socket) => from(address, socket));
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    /** Sends one request and stays connected. Returns the beginning of the response, or nothing. */
    const ask = (): Promise<string> => {
      const client = connect(Number(port), '127.0.0.1').on('error', () => {});
      clients.push(client);
      client.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
      return new Promise((resolve) =>
        client.once('data', (data) => resolve(String(data).slice(0, 12))).once('close', () => resolve('')),
      );
    };
    const answers: string[] = [];
    for (let count = 0; count < 252; count += 1) answers.push(await ask());
    expect(answers).toEqual([...Array(250).fill('HTTP/1.1 200'), '', '']);
    address = '203.0.113.51';
    expect(await ask()).toBe('HTTP/1.1 200');
  });
});
