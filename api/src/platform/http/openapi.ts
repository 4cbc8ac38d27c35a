import { createHash } from 'node:crypto';
import { PROBLEMS } from '@panel/domain/problems';
import type { JsonSchema } from '@panel/domain/questionnaire/schema';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { escapeHtml } from './html.ts';

declare module 'fastify' {
  interface FastifySchema {
    summary?: string;
  }
}

type Operation = { method: string; path: string; schema: FastifySchema };
type OpenApi = { readonly info: { title: string }; readonly paths: Readonly<Record<string, Record<string, unknown>>> };

const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'Text for a person to read.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    errors: {
      type: 'array',
      description: 'Every error in a payload, by field.',
      items: { type: 'object', properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
    requestId: { type: 'string' },
  },
};

/** Serves the OpenAPI description of every route that has a summary. Call it before the routes are registered. */
export function apiDescriptionRoutes(app: FastifyInstance, product: string): void {
  const operations: Operation[] = [];
  app.addHook('onRoute', ({ method, url, schema }) => {
    if (!schema?.summary) return;
    for (const name of [method].flat()) operations.push({ method: name.toLowerCase(), path: url, schema });
  });
  // Payloads are validated by their questionnaires; here the schemas only document them.
  app.setValidatorCompiler(() => () => true);

  // Once, because they are large, and anyone may ask for them as often as they like.
  let [json, html] = [Buffer.alloc(0), Buffer.alloc(0)];
  app.addHook('onReady', async () => {
    const described = document(product, operations);
    [json, html] = [Buffer.from(JSON.stringify(described)), Buffer.from(page(described))];
  });
  app.get('/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(json));
  app.get('/openapi.html', async (_, reply) => {
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
    );
    return reply.type('text/html; charset=utf-8').send(html);
  });
}

function document(product: string, operations: readonly Operation[]): OpenApi {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { method, path, schema } of operations) {
    const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    const operation = {
      summary: schema.summary,
      ...(parameters.length > 0 && { parameters }),
      ...(schema.body !== undefined && {
        requestBody: { required: true, content: { 'application/json': { schema: schema.body } } },
      }),
      responses: {
        ...Object.fromEntries(
          Object.entries((schema.response ?? {}) as Record<string, JsonSchema>).map(([status, body]) => [
            status,
            { description: 'Done.', content: { 'application/json': { schema: body } } },
          ]),
        ),
        default: { description: 'Refused.', content: { 'application/problem+json': { schema: PROBLEM_SCHEMA } } },
      },
    };
    const key = path.replace(/:(\w+)/g, '{$1}');
    paths[key] = { ...paths[key], [method]: operation };
  }
  return { openapi: '3.1.0', info: { title: `${product} panel`, version: 'v2' }, paths } as OpenApi;
}

const STYLE =
  'body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#10211a}' +
  'h2{font-size:1.1rem;margin:2rem 0 .25rem}code,pre{font-family:ui-monospace,monospace}' +
  'pre{background:#f5f6f0;border-radius:12px;padding:1rem;overflow:auto;max-height:30rem}b{color:#00543f}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The description as an HTML page without scripts. */
function page({ info, paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { summary, ...rest } = operation as { summary: string };
      const details = escapeHtml(JSON.stringify(rest, null, 2));
      return `<h2><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></h2><p>${escapeHtml(summary)}</p><details><summary>Request and answers</summary><pre>${details}</pre></details>`;
    }),
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(info.title)} API</title><style>${STYLE}</style><h1>${escapeHtml(info.title)} API</h1><p>Also as <a href="/openapi.json">openapi.json</a>.</p>${operations.join('')}</html>`;
}
