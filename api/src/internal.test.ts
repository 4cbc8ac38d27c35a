import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { newDid, registered, send, useKit } from '../test/kit.ts';
import { earnAvailable } from './rewards/testing.ts';

const kit = useKit();
const metrics = async () => (await kit().internal.inject('/metrics')).body;

describe('T4: what is for operators', () => {
  it.each(['/healthz/money', '/healthz/attention', '/metrics'])('%s is not on the public port', async (url) => {
    expect((await kit().app.inject(url)).statusCode).toBe(404);
    expect((await kit().internal.inject(url)).statusCode).toBe(200);
    expect((await kit().internal.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  });

  it('liveness and readiness are', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await kit().app.inject(url)).statusCode).toBe(200);
  });
});

describe('the metrics', () => {
  it('count requests and their durations by route and status, and name nobody', async () => {
    const did = await registered(kit());
    await send(kit(), 'GET', api.registrationCheck(did));
    await send(kit(), 'GET', api.registrationCheck(newDid()));
    await send(kit(), 'GET', `/api/v2/unknown/${did}`);
    const text = await metrics();
    const route = 'route="/api/v2/panelist/did/:did"';
    expect(text).toContain(`http_requests_total{method="GET",${route},status="200"} 1\n`);
    expect(text).toContain(`http_requests_total{method="GET",${route},status="404"} 1\n`);
    expect(text).toContain(`http_request_duration_seconds_count{${route}} 2\n`);
    expect(text).toContain(`http_request_duration_seconds_bucket{${route},le="+Inf"} 2\n`);
    expect(text).not.toContain(did);
  });

  it('are in the format that Prometheus reads: each family announced once, each line a name and a number', async () => {
    const lines = (await metrics()).trimEnd().split('\n');
    const families = lines.filter((line) => line.startsWith('#'));
    expect(new Set(families).size).toBe(families.length);
    for (const line of lines.filter((one) => !one.startsWith('#')))
      expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.e+-]+$/);
  });

  it('count what waits in the queues and the connections to the database', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did, 6000);
    await send(kit(), 'GET', api.withdraw(did));
    const text = await metrics();
    expect(text).toContain('panel_queue_length{queue="payouts"} 1\n');
    expect(text).toContain('panel_queue_length{queue="messages"} 1\n');
    expect(text).toMatch(/panel_database_connections\{state="idle"\} [1-9]/);
  });
});
