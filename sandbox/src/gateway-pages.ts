/** The data-free gateway's own pages, and its entry page on the sandbox's address. */
import { type HandlerResult, html, json, notFound, type Reply, redirect, type SandboxRequest } from './http.ts';
import { cardPage, type Html, markup } from './page.ts';
import type { State } from './state.ts';

export const DEVICE_PARAMETER = 'x-binu-did';
export const isDeviceId = (text: string | null | undefined): text is string => /^[A-Za-z0-9_-]{8,64}$/.test(text ?? '');

const GATEWAY = {
  theme: 'gateway',
  name: 'Data-free gateway',
  about: 'A stand-in: no mobile data is used or saved.',
};
const gatewayPage = (title: string, content: Html): string => cardPage(GATEWAY, title, content);

export const faultPage = (status: number, title: string, reason: string): Reply =>
  html(status, gatewayPage(title, markup`<p>${reason}</p>`));

export const ownDataPage = (to: string): Reply =>
  html(
    200,
    gatewayPage(
      'This site is not data-free',
      markup`<p><strong>${new URL(to).host}</strong> is not data-free: opening it uses your own data. Continue with your own data?</p>
        <p class="row"><a href="${to}" rel="noreferrer">Continue with my own data</a> <a href="/">Back</a></p>`,
    ),
  );

const startPage = (fault: string | null): Reply =>
  html(
    fault ? 400 : 200,
    gatewayPage(
      'Open the panel data-free',
      markup`${fault ? markup`<p class="bad" role="alert">${fault}</p>` : null}
        <form action="/gateway" class="stack"><label>As the device <input name="did" value="demo-panelist-1"></label>
        <button class="main">Open</button></form>`,
    ),
  );

/** `/gateway` on the sandbox's address. The panel's pages use absolute paths, so the gateway itself needs its own port. */
export async function handleGatewayEntry(
  state: State,
  { method, path, query }: SandboxRequest,
): Promise<HandlerResult> {
  if (method !== 'GET') return notFound();
  if (!state.gatewayOrigin) return json(503, { error: 'the gateway is not started' });
  const did = query.get(DEVICE_PARAMETER) ?? query.get('did');
  if (did === null && path.length <= 1) return startPage(null);
  if (did !== null && !isDeviceId(did)) return startPage('A did is 8 to 64 letters, digits, _ and -.');
  query.delete('did');
  if (did !== null) query.set(DEVICE_PARAMETER, did);
  return redirect(`${state.gatewayOrigin}${path || '/'}${query.size > 0 ? `?${query}` : ''}`);
}
