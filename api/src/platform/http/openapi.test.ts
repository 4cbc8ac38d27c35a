import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { apiDescriptionRoutes } from './openapi.ts';

it('T19: the description of the API is written once, however often it is asked for', async () => {
  const app = Fastify();
  apiDescriptionRoutes(app, 'Bua');
  let written = 0;
  const body = {
    toJSON() {
      written += 1;
      return { type: 'object' };
    },
  };
  app.post('/call', { schema: { summary: 'A call', body } }, async () => true);
  for (const url of ['/openapi.json', '/openapi.html']) expect((await app.inject(url)).body).toContain('A call');
  const once = written;
  expect(once).toBeGreaterThan(0);
  for (const url of ['/openapi.json', '/openapi.html']) await app.inject(url);
  expect(written).toBe(once);
  await app.close();
});
