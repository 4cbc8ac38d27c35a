/** The voucher issuer's Partner API (Flash, v4): a token, then a purchase by our own reference. */
import { isRealDate } from '@panel/domain/calendar';
import { httpRequest, tryParseJson } from '../platform/parties/client.ts';
import { outsideText } from '../platform/security/outside-text.ts';

export type Issued = {
  readonly kind: 'issued';
  readonly pin: string;
  readonly serial: string;
  readonly transaction: string;
  readonly expiresOn: string | null;
};
export type IssueResult =
  | Issued
  /** A documented refusal: nothing was issued. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The purchase did not start: the same reference may be sent later. */
  | { readonly kind: 'not-started'; readonly code: string }
  /** A voucher may or may not have been issued. Only the same reference, while the issuer remembers it, is safe to send again. */
  | { readonly kind: 'unknown'; readonly code: string };

/** `signal` ends the request when the process stops. Whether a voucher was issued is then unknown, as after a timeout. */
export type IssueRequest = { readonly reference: string; readonly amountCents: bigint; readonly signal?: AbortSignal };
export type Issuer = { issue(request: IssueRequest): Promise<IssueResult> };

export type IssuerConfig = {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly account: string;
  readonly purchasePath: string;
};

/**
 * Assumption: issuer-codes. The response codes that refuse a voucher. After an upstream error (2400), or any code that isn't in this table,
 * one may have been issued.
 */
const REFUSALS: Readonly<Record<string, string>> = {
  '1001': 'account',
  '2406': 'amount too small',
  '2408': 'amount too large',
  '4001': 'missing fields',
};

const TIMEOUT_MS = 20_000;
/** What can be sent in a header. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
/** Tokens are renewed this long before they expire, so that no purchase is sent with an expired one. */
const TOKEN_MARGIN_MS = 60_000;

export function issuerClient(config: IssuerConfig, timeoutMs: number = TIMEOUT_MS): Issuer {
  let token: { value: string; until: number } | null = null;

  const call = (path: string, headers: Record<string, string>, body: string, stop?: AbortSignal) => {
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stop ? [stop] : [])]);
    return httpRequest(config.url + path, { party: 'issuer', method: 'POST', headers, body, signal });
  };

  async function freshToken(stop?: AbortSignal): Promise<string | null> {
    if (token && Date.now() < token.until) return token.value;
    const basic = Buffer.from(`${config.key}:${config.secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    const result = await call('/token', headers, 'grant_type=client_credentials', stop);
    if (result.kind === 'failure' || result.status !== 200) return null;
    const body = Object(tryParseJson(result.text)) as { access_token?: unknown; expires_in?: unknown };
    const { access_token: value, expires_in: seconds } = body;
    if (typeof value !== 'string' || !TOKEN.test(value)) return null;
    token = { value, until: Date.now() + (Number(outsideText(seconds)) || 0) * 1000 - TOKEN_MARGIN_MS };
    return value;
  }

  return {
    async issue({ reference, amountCents, signal }) {
      const purchase = JSON.stringify({ reference, accountNumber: config.account, amount: Number(amountCents) });
      for (let attempt = 1; ; attempt += 1) {
        const bearer = await freshToken(signal);
        if (!bearer) return { kind: 'not-started', code: 'token' };
        const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
        const answer = await call(config.purchasePath, headers, purchase, signal);
        if (answer.kind === 'failure') {
          // The next attempt asks for a token first. As long as the issuer is away, that fails before a purchase is sent.
          token = null;
          return { kind: answer.code === 'not-connected' ? 'not-started' : 'unknown', code: answer.code };
        }
        if (answer.status === 401 && attempt === 1) {
          token = null;
          continue;
        }
        const result = readReply(answer.status, tryParseJson(answer.text), reference, amountCents);
        // The token may be the reason, and a bad one would be used for an hour.
        if (result.kind !== 'issued' && result.kind !== 'refused') token = null;
        return result;
      }
    },
  };
}

/** A refusal may come with an HTTP error status. After a timeout (408) a voucher may have been issued. */
const canRefuse = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 408);

function readReply(status: number, body: unknown, reference: string, amountCents: bigint): IssueResult {
  if (status === 401 || status === 429) return { kind: 'not-started', code: `http-${status}` };
  const reply = (body ?? {}) as {
    responseCode?: unknown;
    reference?: unknown;
    transactionId?: unknown;
    voucher?: Record<string, unknown>;
  };
  const code = outsideText(reply.responseCode) || `http-${status}`;
  if (status === 200 && reply.responseCode === 0) {
    const { pin, serialNumber, amount, expiryDate } = reply.voucher ?? {};
    const isAsRequested = reply.reference === reference && Number(outsideText(amount)) === Number(amountCents);
    // A voucher for another reference or amount is not ours to deliver, and not a refusal either.
    if (!isAsRequested || typeof pin !== 'string' || !/^\d{8,20}$/.test(pin))
      return { kind: 'unknown', code: 'unusable-voucher' };
    const expiresOn = outsideText(expiryDate).slice(0, 10);
    // A voucher must not be lost because of other fields in the response.
    return {
      kind: 'issued',
      pin,
      serial: outsideText(serialNumber),
      transaction: outsideText(reply.transactionId),
      expiresOn: isRealDate(expiresOn) ? expiresOn : null,
    };
  }
  if (canRefuse(status) && REFUSALS[code] !== undefined) return { kind: 'refused', code };
  return { kind: 'unknown', code };
}
