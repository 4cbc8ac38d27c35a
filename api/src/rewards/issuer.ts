/** The voucher issuer's Partner API (Flash, v4): a token, then a purchase by our own reference. */
export type Issued = {
  readonly kind: 'issued';
  readonly pin: string;
  readonly serial: string;
  readonly transaction: string;
  readonly expiresOn: string | null;
};
export type IssueResult =
  | Issued
  /** A documented no: nothing was issued. */
  | { readonly kind: 'refused'; readonly code: string }
  /** Nothing was begun: the same reference may be sent later. */
  | { readonly kind: 'not-started'; readonly code: string }
  /** It may or may not have been issued. Only the same reference, inside the issuer's memory, is safe to send again. */
  | { readonly kind: 'unknown'; readonly code: string };

export type Issuer = { issue(request: { reference: string; amountCents: bigint }): Promise<IssueResult> };

export type IssuerConfig = {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  readonly account: string;
  readonly purchasePath: string;
};

/**
 * Assumption: issuer-codes. What a reply with a code other than 0 means. Only a code that says the voucher can't be issued as asked is a refusal;
 * an upstream error (2400) and whatever stands in no table may have issued one.
 */
const REFUSALS: Readonly<Record<string, string>> = {
  '1001': 'account',
  '2406': 'amount too small',
  '2408': 'amount too large',
  '4001': 'missing fields',
};

const TIMEOUT_MS = 20_000;
/** Before the token's end we ask for the next one, so that no purchase meets a stale one. */
const TOKEN_MARGIN_MS = 60_000;

export function issuerClient(
  config: IssuerConfig,
  timeoutMs: number = TIMEOUT_MS,
  now: () => number = Date.now,
): Issuer {
  let token: { value: string; until: number } | null = null;

  async function call(
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(config.url + path, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    try {
      return { status: answer.status, body: JSON.parse(text) };
    } catch {
      return { status: answer.status, body: null };
    }
  }

  async function freshToken(): Promise<string | null> {
    if (token && now() < token.until) return token.value;
    const basic = Buffer.from(`${config.key}:${config.secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
    const { status, body } = await call('/token', headers, 'grant_type=client_credentials');
    const { access_token: value, expires_in: seconds } = (body ?? {}) as { access_token?: string; expires_in?: number };
    if (status !== 200 || !value) return null;
    token = { value, until: now() + Number(seconds ?? 0) * 1000 - TOKEN_MARGIN_MS };
    return value;
  }

  return {
    async issue({ reference, amountCents }) {
      const purchase = JSON.stringify({ reference, accountNumber: config.account, amount: Number(amountCents) });
      for (let attempt = 1; ; attempt += 1) {
        const bearer = await freshToken().catch(() => null);
        if (!bearer) return { kind: 'not-started', code: 'token' };
        const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
        const answer = await call(config.purchasePath, headers, purchase).catch((error: Error) => error.name);
        if (typeof answer === 'string') return { kind: 'unknown', code: answer };
        if (answer.status === 401 && attempt === 1) {
          token = null;
          continue;
        }
        return readReply(answer.status, answer.body, reference, amountCents);
      }
    },
  };
}

function readReply(status: number, body: unknown, reference: string, amountCents: bigint): IssueResult {
  if (status === 401 || status === 429) return { kind: 'not-started', code: `http-${status}` };
  const reply = (body ?? {}) as {
    responseCode?: unknown;
    reference?: unknown;
    transactionId?: unknown;
    voucher?: Record<string, unknown>;
  };
  const code = String(reply.responseCode ?? `http-${status}`);
  if (status === 200 && reply.responseCode === 0) {
    const { pin, serialNumber, amount, expiryDate } = reply.voucher ?? {};
    const isOurs = reply.reference === reference && Number(amount) === Number(amountCents);
    // A voucher for somebody else's reference or another amount is nothing to hand out, and nothing to take for a refusal.
    if (!isOurs || typeof pin !== 'string' || !/^\d{8,20}$/.test(pin))
      return { kind: 'unknown', code: 'unusable-voucher' };
    const expiresOn = /^\d{4}-\d{2}-\d{2}/.exec(String(expiryDate ?? ''))?.[0] ?? null;
    return {
      kind: 'issued',
      pin,
      serial: String(serialNumber ?? ''),
      transaction: String(reply.transactionId ?? ''),
      expiresOn,
    };
  }
  if (status === 200 && REFUSALS[code] !== undefined) return { kind: 'refused', code };
  return { kind: 'unknown', code };
}
