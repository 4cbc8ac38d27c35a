/** Flash, which sells 1Vouchers. Refusals are HTTP 200 too, unless a scenario says 400: only responseCode 0 means a voucher was issued. */
import { createHash, randomBytes } from 'node:crypto';
import { inSouthAfrica, nowOf } from './clock.ts';
import {
  type HandlerResult,
  isForm,
  json,
  notFound,
  postedFields,
  type Reply,
  type SandboxRequest,
  sleep,
} from './http.ts';
import { takeMode } from './scenarios.ts';
import { ACCOUNT, SECRET, type State, SUPPLIER, type Voucher } from './state.ts';

const TOKEN_SECONDS = 3600;
const REFERENCE_TTL_MS = 30 * 60_000;
const VALID_YEARS = 3;
const MIN_CENTS = 500;
const MAX_CENTS = 500_000;

const MESSAGES: Readonly<Record<number, string>> = {
  1001: 'Account not permitted',
  1002: 'Insufficient funds',
  2400: 'Upstream error',
  2406: 'Amount too small',
  2408: 'Amount too large',
  4001: 'Invalid request',
  4002: 'Reference already used for another request',
};

export async function handleFlash(state: State, request: SandboxRequest): Promise<HandlerResult> {
  const call = `${request.method} ${request.path}`;
  if (call === 'POST /token') return token(state, request);
  if (call === 'GET /settlement.csv') return settlement(state, request);
  if (/^POST \/aggregation\/4\.0\/1voucher\/(purchase|disburse)$/.test(call)) return purchase(state, request);
  return notFound();
}

function token(state: State, request: SandboxRequest): HandlerResult {
  const [scheme, credentials = ''] = (request.headers.authorization ?? '').split(' ');
  const [key, secret] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  if (scheme !== 'Basic' || (key !== SUPPLIER && key !== SECRET) || secret !== SECRET)
    return json(401, { error: 'invalid_client' });
  if (!isForm(request.headers) || postedFields(request)?.grant_type !== 'client_credentials')
    return json(400, { error: 'unsupported_grant_type' });
  const accessToken = randomBytes(24).toString('base64url');
  state.tokens.set(accessToken, nowOf(state.clock) + TOKEN_SECONDS * 1000);
  return json(200, {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    scope: 'am_application_scope default',
  });
}

async function purchase(state: State, request: SandboxRequest): Promise<HandlerResult> {
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if ((state.tokens.get(bearer) ?? 0) <= nowOf(state.clock)) return unauthorized();
  if (takeMode(state.scenarios, 'flash', 'purchase', ['token-expired']).mode === 'token-expired') {
    state.tokens.delete(bearer);
    return unauthorized();
  }
  // Transport faults affect every call, whatever its content.
  const { mode, delayMs } = takeMode(state.scenarios, 'flash', 'purchase', [
    'garbage',
    '500-before',
    '500-after',
    'hang-before',
    'hang-after',
    'slow',
  ]);
  if (mode === 'hang-before') return 'hang';
  if (mode === '500-before') return json(500, { error: 'internal server error' });
  if (mode === 'slow') await sleep(delayMs);
  const reply = issueVoucher(state, request);
  if (mode === 'hang-after') return 'hang';
  if (mode === '500-after') return json(500, { error: 'internal server error' });
  if (mode === 'garbage') return { ...reply, body: '{"responseCode":0,"responseMessage":"Succ' };
  return reply;
}

const unauthorized = (): Reply => json(401, { error: 'invalid_token' });

/** `echoed` is sent back unchanged. */
type Order = { reference: string; accountNumber: string; amount: number; echoed: Record<string, unknown> };

function readOrder(request: SandboxRequest): Order | null {
  const fields = isForm(request.headers) ? null : postedFields(request);
  if (!fields) return null;
  const { reference, accountNumber, amount, storeId, terminalId, metadata } = fields;
  const isText = typeof reference === 'string' && typeof accountNumber === 'string';
  if (!isText || !/^[A-Za-z0-9.\-=]{1,36}$/.test(reference) || !/^\d{4}(-\d{4}){3}$/.test(accountNumber)) return null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) return null;
  if (metadata !== undefined && !isMetadata(metadata)) return null;
  return { reference, accountNumber, amount, echoed: { storeId, terminalId, metadata } };
}

const isMetadata = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length <= 9 &&
  Object.entries(value).every(([name, text]) => name.length <= 10 && String(text).length <= 43);

/** Synchronous, so that simultaneous calls are handled one after the other. */
function issueVoucher(state: State, request: SandboxRequest): Reply {
  const order = readOrder(request);
  const refuse = (code: number, status = 200) =>
    json(status, {
      responseCode: code,
      responseMessage: MESSAGES[code] ?? 'Refused',
      accountNumber: order?.accountNumber ?? null,
      reference: order?.reference ?? null,
      transactionDate: inSouthAfrica(nowOf(state.clock)),
    });
  if (!order) return refuse(4001);
  if (order.accountNumber !== ACCOUNT) return refuse(1001);

  const isForgotten = takeMode(state.scenarios, 'flash', 'purchase', ['forget']).mode === 'forget';
  const now = nowOf(state.clock);
  const known = state.vouchersByReference.get(order.reference);
  if (known && !isForgotten && now < known.issuedAt + REFERENCE_TTL_MS) {
    if (known.amount !== order.amount) return refuse(4002);
    known.asked += 1;
    return { status: 200, headers: { 'content-type': 'application/json' }, body: known.answer };
  }
  // After the search for a repeat: an issuer doesn't refuse what it has already issued.
  const { mode, code } = takeMode(state.scenarios, 'flash', 'purchase', [
    'refuse',
    'refuse-400',
    '2400',
    '2406',
    '2408',
    'no-float',
  ]);
  if (mode === 'refuse') return refuse(code ?? 1001);
  if (mode === 'refuse-400') return refuse(code ?? 1001, 400);
  if (mode === 'no-float') return refuse(1002);
  if (mode !== 'ok') return refuse(Number(mode));
  if (order.amount < MIN_CENTS) return refuse(2406);
  if (order.amount > MAX_CENTS) return refuse(2408);
  if (order.amount > state.floatCents) return refuse(1002);

  const voucher = createVoucher(order, state.vouchers.length + 1, now);
  state.floatCents -= order.amount;
  state.vouchers.push(voucher);
  state.vouchersByReference.set(order.reference, voucher);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: voucher.answer };
}

function createVoucher({ reference, accountNumber, amount, echoed }: Order, n: number, now: number): Voucher {
  const digits = BigInt(`0x${createHash('sha256').update(`${n} ${reference}`).digest('hex')}`)
    .toString()
    .padStart(60, '0');
  const [pin, serialNumber] = [digits.slice(-16), `1V${digits.slice(-30, -16)}`];
  const transactionId = String(100_000_000 + n);
  const expiry = new Date(now);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + VALID_YEARS);
  const answer = JSON.stringify({
    responseCode: 0,
    responseMessage: 'Success',
    accountNumber,
    reference,
    transactionDate: inSouthAfrica(now),
    transactionId,
    amount,
    voucher: {
      amount,
      expiryDate: inSouthAfrica(expiry.getTime()),
      pin,
      serialNumber,
      status: 'Active',
      content: {
        redemptionInstructions: 'Enter the 16-digit PIN where 1Voucher is accepted.',
        termsAndConditions: 'Single use. Valid for three years.',
      },
    },
    ...echoed,
  });
  return { reference, amount, pin, serialNumber, transactionId, issuedAt: now, answer, asked: 1 };
}

/** The daily settlement file: the vouchers of one South African day. */
function settlement(state: State, { query }: SandboxRequest): HandlerResult {
  const date = query.get('date') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return json(400, { error: 'date must be yyyy-MM-dd' });
  const rows = state.vouchers
    .map((voucher) => ({ ...voucher, transactionDate: inSouthAfrica(voucher.issuedAt) }))
    .filter(({ transactionDate }) => transactionDate.startsWith(date))
    .map(({ reference, amount, serialNumber, transactionId, transactionDate }) =>
      [reference, amount, serialNumber, transactionId, transactionDate].join(';'),
    );
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: ['reference;amount;serialNumber;transactionId;transactionDate', ...rows, ''].join('\n'),
  };
}
