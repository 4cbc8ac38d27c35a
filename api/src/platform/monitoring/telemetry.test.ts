import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { api } from '@panel/domain/paths';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import type { AppDependencies } from '../../dependencies.ts';

let dataDir = '';
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'panel-telemetry-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

/** Sends a report as a browser's beacon does; returns the status and the log lines. */
async function report(
  setting: 'on' | 'off',
  payload: object,
  type = 'application/json',
  url: string = api.telemetry,
): Promise<{ status: number; log: string }> {
  let log = '';
  const logTo = new Writable({
    write(chunk, _, done) {
      log += chunk;
      done();
    },
  });
  const config = await readConfig({ DATA_DIR: dataDir, ERROR_REPORTING: setting });
  const app = buildApp({ config } as AppDependencies, { logTo });
  const { statusCode } = await app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': type,
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'no-cors',
    },
    payload: JSON.stringify(payload),
  });
  await app.close();
  return { status: statusCode, log };
}

describe('errors of a browser', () => {
  it('T4: are logged on our own origin if that is configured, without ids', async () => {
    const { status, log } = await report('on', {
      name: 'TypeError',
      message: 'x of canary-did-12345 at /balance?x-binu-did=canary-did-12345',
      stack: ['?'],
    });
    expect(status).toBe(204);
    expect(log).toContain('TypeError');
    expect(log).not.toContain('canary');
  });

  it('T4: are logged without phone numbers, and without words that may be a did', async () => {
    const texts = ['082 123 4567', '+27 82-123-4567', 'nomvulas-phone', 'nomvulasphone'];
    const message = `Cannot read properties of undefined for ${texts.join(' and ')}`;
    const { log } = await report('on', {
      name: 'TypeError',
      message,
      stack: `at ${texts[3]}`,
      path: `/user-dob/${texts[2]}`,
    });
    expect(JSON.parse(log.split('\n').find((line) => line.includes('error in a browser')) ?? '').browser).toMatchObject(
      {
        message: 'Cannot read properties of undefined for {id} and +{id} and {id} and {id}',
        stack: 'at {id}',
        path: '/user-dob/{id}',
      },
    );
  });

  it('are refused otherwise', async () => {
    const { status, log } = await report('off', { name: 'TypeError' });
    expect(status).not.toBe(204);
    expect(log).not.toContain('TypeError');
  });
});

describe('violations of the content security policy', () => {
  const modern = (index: number) => ({
    type: 'csp-violation',
    url: 'https://panel.example/user-dob/canary-did',
    body: {
      documentURL: 'https://panel.example/user-dob/canary-did?x-binu-did=canary-did',
      blockedURL: index === 0 ? 'trusted-types-sink' : 'https://evil.example/canary-did',
      effectiveDirective: 'require-trusted-types-for',
      sample: 'Element innerHTML|<b>canary</b>',
      sourceFile: 'https://panel.example/assets/Ab_12-.js',
      lineNumber: 7,
    },
  });
  const violationsIn = (log: string) =>
    log.split('\n').flatMap((line) => (line.includes('violation') ? [JSON.parse(line).violation] : []));

  it('T4: are logged by directive, sink and file, without the page, and limited in number', async () => {
    const { status, log } = await report(
      'on',
      Array.from({ length: 20 }, (_, index) => modern(index)),
      'application/reports+json',
    );
    expect(status).toBe(204);
    const [first, second, ...more] = violationsIn(log);
    const directive = 'require-trusted-types-for';
    const place = { sink: 'Element innerHTML', file: 'assets/Ab_12-.js', line: 7 };
    expect(first).toEqual({ directive, blocked: 'trusted-types-sink', ...place });
    expect(second).toMatchObject({ blocked: 'https://evil.example' });
    expect(more).toHaveLength(3);
    expect(log).not.toContain('canary');
  });

  it('T4: are also logged in the format of older browsers', async () => {
    const { status, log } = await report(
      'on',
      {
        'csp-report': {
          'document-uri': 'https://panel.example/?x-binu-did=canary-did',
          'violated-directive': 'script-src-elem',
          'blocked-uri': 'inline',
          'source-file': 'https://panel.example/user-dob/canary-did',
        },
      },
      'application/csp-report',
    );
    expect(status).toBe(204);
    expect(violationsIn(log)).toEqual([
      { directive: 'script-src-elem', blocked: 'inline', sink: '', file: '', line: null },
    ]);
    expect(log).not.toContain('canary');
  });

  it('are requested if error reports are on, and no other route accepts them', async () => {
    for (const [setting, isReporting] of [['on', true] as const, ['off', false] as const]) {
      const app = buildApp({
        config: await readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ERROR_REPORTING: setting }),
      } as AppDependencies);
      const { headers } = await app.inject('/api/v2/nothing');
      await app.close();
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types service-worker");
      expect(policy.endsWith(`report-uri ${api.telemetry}; report-to csp`)).toBe(isReporting);
      expect(headers['reporting-endpoints']).toBe(isReporting ? `csp="${api.telemetry}"` : undefined);
    }
    expect((await report('on', [], 'application/reports+json', api.register)).status).not.toBe(204);
    expect((await report('on', [null, 7, { body: 7 }], 'application/reports+json')).status).toBe(204);
  });
});

describe('T19: the number of logged reports', () => {
  /** A new app, whose counts begin at zero; `from` sends this many reports from an address and returns the statuses. */
  async function open() {
    const config = await readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ERROR_REPORTING: 'on',
      SHARED_NETWORKS: '192.0.2.0/25',
    });
    const app = buildApp({ config } as AppDependencies);
    onTestFinished(() => app.close());
    const types = ['application/json', 'application/csp-report', 'application/reports+json'];
    const send = (remoteAddress: string, index: number) =>
      app.inject({
        method: 'POST',
        url: api.telemetry,
        remoteAddress,
        headers: { 'content-type': types[index % types.length] },
        payload: '{}',
      });
    const from = async (count: number, address: (index: number) => string) => {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) statuses.push((await send(address(index), index)).statusCode);
      return statuses.filter((status) => status === 204).length;
    };
    return { send, from };
  }

  it('ten a minute per caller, of any type, and a refusal says when to retry', async () => {
    const { send, from } = await open();
    expect(await from(30, () => '203.0.113.9')).toBe(10);
    const refused = await send('203.0.113.9', 0);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await from(30, (index) => `2001:db8:1:2:${index.toString(16)}::1`)).toBe(10);
    expect(await from(1, () => '2001:db8:1:3::1')).toBe(1);
  });

  it('sixty a minute in total, not counting those refused to a caller', async () => {
    const { from } = await open();
    await from(100, () => '203.0.113.9');
    expect(await from(60, (index) => `203.0.113.${100 + index}`)).toBe(50);
  });

  it.each([['127.0.0.1'], ['10.0.0.7'], ['192.0.2.7']])(
    'sixty from %s, an address that stands for many callers',
    async (address) => {
      const { from } = await open();
      expect(await from(70, () => address)).toBe(60);
    },
  );
});
