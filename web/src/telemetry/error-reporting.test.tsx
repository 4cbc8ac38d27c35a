// @vitest-environment jsdom
import { api } from '@panel/domain/paths';
import { expect, it, vi } from 'vitest';
import { CONFIG, DID, openApp } from '../app.testing.tsx';

const readText = (blob: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(blob);
  });

it('G7: errors are reported if that is configured, without the device id', async () => {
  const beacons: [path: string, blob: Blob][] = [];
  vi.stubGlobal('navigator', { sendBeacon: (path: string, blob: Blob) => beacons.push([path, blob]) });
  const reason = new Error(`at /user-dob/${DID} of https://a.b/x?x-binu-did=${DID}`);
  const rejection = Object.assign(new Event('unhandledrejection'), { reason });

  await openApp(`/user-dob/${DID}`);
  window.dispatchEvent(rejection);

  await openApp(`/user-dob/${DID}`, {
    [`GET ${api.config}`]: { body: { ...CONFIG, errorReporting: { enabled: true } } },
  });
  window.dispatchEvent(rejection);
  await vi.waitFor(() => expect(beacons).not.toEqual([]), { timeout: 30_000 });
  // The first one, which was not reported, would have come before this one.
  expect(beacons).toHaveLength(1);
  const [path, blob] = beacons[0] as [string, Blob];
  const report = await readText(blob);
  expect(path).toBe(api.telemetry);
  expect(report).not.toContain(DID);
  expect(JSON.parse(report)).toMatchObject({ release: '1', environment: 'test', path: '/user-dob/{did}' });
});
