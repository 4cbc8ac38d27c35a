import { expect, it, vi } from 'vitest';
import { registerWorker } from './register-worker.ts';

it('a browser that refuses the service worker causes no error report', async () => {
  const register = vi.fn().mockRejectedValue(new DOMException('The operation is insecure.', 'SecurityError'));
  vi.stubGlobal('window', {});
  vi.stubGlobal('navigator', { serviceWorker: { register } });
  await expect(registerWorker()).resolves.toBeUndefined();
  expect(register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
});
