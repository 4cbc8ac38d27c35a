/** Sets what the sandbox's partners do, and its clock. */
import { expect, inject } from 'vitest';

export async function setSandbox(path: string, body: object): Promise<void> {
  const response = await fetch(`${inject('sandbox')}/__sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok, await response.text()).toBe(true);
}
