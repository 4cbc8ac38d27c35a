import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { buildConsoleApp } from '../../console-app.ts';
import { buildInternalApp } from '../../monitoring/internal.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { MAX_UNANSWERED } from './sockets.ts';

const kit = useKit();
const SERVERS: Record<string, () => FastifyInstance> = {
  panel: () => buildApp(kit().deps),
  console: () => buildConsoleApp(kit().deps),
  monitoring: () => buildInternalApp(kit().deps, createMetrics()),
};

describe.each(Object.keys(SERVERS))('T18: a client of the %s that doesn’t wait for answers', (name) => {
  /** Starts the server with a route that answers only when it is told to, and sends it so many requests at once. */
  async function sendAtOnce(requests: number) {
    const app = SERVERS[name]?.() as FastifyInstance;
    let began = 0;
    const answers: (() => void)[] = [];
    app.get('/held', { config: { access: 'public' } }, async () => {
      began += 1;
      await new Promise<void>((resolve) => answers.push(resolve));
      return 'answered';
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    let received = '';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(async () => {
      socket.destroy();
      for (const answer of answers) answer();
      await app.close();
    });
    socket
      .on('error', () => {})
      .on('data', (data) => {
        received += data;
      });
    socket.write('GET /held HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests));
    return { socket, answers, began: () => began, received: () => received };
  }

  it('is disconnected, and costs no more than a few calls', async () => {
    const { socket, began, received } = await sendAtOnce(1000);
    await expect.poll(() => socket.closed, { timeout: 60_000 }).toBe(true);
    expect(began()).toBeLessThanOrEqual(MAX_UNANSWERED);
    expect(received()).toBe('');
  });

  it('gets every answer if it is only a few requests ahead, and again when those are answered', async () => {
    const { socket, answers, received } = await sendAtOnce(MAX_UNANSWERED);
    for (const rounds of [1, 2, 3]) {
      await expect.poll(() => answers.length).toBe(rounds * MAX_UNANSWERED);
      for (const answer of answers) answer();
      await expect.poll(() => received().split('answered').length - 1).toBe(rounds * MAX_UNANSWERED);
      if (rounds < 3) socket.write('GET /held HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(MAX_UNANSWERED));
    }
  });
});
