/** Flash, who sells 1Vouchers. HTTP 200 says that it was understood; only responseCode 0 says that there is a voucher. */
import { createHash, randomBytes } from 'node:crypto';
import { inSouthAfrica, nowOf } from './clock.ts';
import { type Answer, type Exchange, fieldsOf, isForm, json, notFound, type Spoken, sleep } from './http.ts';
import { take } from './scenarios.ts';
import { ACCOUNT, SECRET, SUPPLIER, type Voucher, type World } from './state.ts';

const REMEMBERED_MS = 30 * 60_000;
const VALID_YEARS = 3;
const LEAST_CENTS = 500;
const MOST_CENTS = 500_000;
const SLOW_MS = 3000;

const MESSAGES: Readonly<Record<number, string>> = {
  1001: 'Account not permitted',
  1002: 'Insufficient funds',
  2400: 'Upstream error',
  2406: 'Amount too small',
  2408: 'Amount too large',
  4001: 'Invalid request',
  4002: 'Reference already used for another request',
};

export async function answerFlash(world: World, exchange: Exchange): Promise<Answer> {
  const call = `${exchange.method} ${exchange.path}`;
  if (call === 'POST /token') return token(world, exchange);
  if (call === 'GET /settlement.csv') return settlement(world, exchange);
  if (/^POST \/aggregation\/4\.0\/1voucher\/(purchase|disburse)$/.test(call)) return purchase(world, exchange);
  return notFound();
}

function token(world: World, exchange: Exchange): Answer {
  const [scheme, credentials = ''] = (exchange.headers.authorization ?? '').split(' ');
  const [key, secret] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  if (scheme !== 'Basic' || (key !== SUPPLIER && key !== SECRET) || secret !== SECRET)
    return json(401, { error: 'invalid_client' });
  if (!isForm(exchange.headers) || fieldsOf(exchange)?.grant_type !== 'client_credentials')
    return json(400, { error: 'unsupported_grant_type' });
  const accessToken = randomBytes(24).toString('base64url');
  world.tokens.set(accessToken, nowOf(world.clock) + world.tokenSeconds * 1000);
  return json(200, {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: world.tokenSeconds,
    scope: 'am_application_scope default',
  });
}

async function purchase(world: World, exchange: Exchange): Promise<Answer> {
  const bearer = /^Bearer (\S+)$/.exec(exchange.headers.authorization ?? '')?.[1] ?? '';
  if ((world.tokens.get(bearer) ?? 0) <= nowOf(world.clock)) return unauthorized();
  if (take(world.scenarios, 'flash', 'purchase', ['token-expired']).mode === 'token-expired') {
    world.tokens.delete(bearer);
    return unauthorized();
  }
  // Faults of the way there and back hit every call, whatever it asks for.
  const { mode, delayMs } = take(world.scenarios, 'flash', 'purchase', [
    'garbage',
    '500-before',
    '500-after',
    'hang-before',
    'hang-after',
    'slow',
  ]);
  if (mode === 'hang-before') return 'silence';
  if (mode === '500-before') return json(500, { error: 'internal server error' });
  if (mode === 'slow') await sleep(delayMs ?? SLOW_MS);
  const answer = sell(world, exchange);
  if (mode === 'hang-after') return 'silence';
  if (mode === '500-after') return json(500, { error: 'internal server error' });
  if (mode === 'garbage') return { ...answer, body: '{"responseCode":0,"responseMessage":"Succ' };
  return answer;
}

const unauthorized = (): Spoken => json(401, { error: 'invalid_token' });

/** `echoed` comes back as it was sent. */
type Order = { reference: string; accountNumber: string; amount: number; echoed: Record<string, unknown> };

function readOrder(exchange: Exchange): Order | null {
  const fields = isForm(exchange.headers) ? null : fieldsOf(exchange);
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

/** All of it in one go, so that two calls at once are one after the other. */
function sell(world: World, exchange: Exchange): Spoken {
  const order = readOrder(exchange);
  const refuse = (code: number) =>
    json(200, {
      responseCode: code,
      responseMessage: MESSAGES[code] ?? 'Refused',
      accountNumber: order?.accountNumber ?? null,
      reference: order?.reference ?? null,
      transactionDate: inSouthAfrica(nowOf(world.clock)),
    });
  if (!order) return refuse(4001);
  if (order.accountNumber !== ACCOUNT) return refuse(1001);

  const isForgotten = take(world.scenarios, 'flash', 'purchase', ['forget']).mode === 'forget';
  const now = nowOf(world.clock);
  const known = world.references.get(order.reference);
  if (known && !isForgotten && now < known.issuedAt + REMEMBERED_MS) {
    if (known.amount !== order.amount) return refuse(4002);
    known.asked += 1;
    return { status: 200, headers: { 'content-type': 'application/json' }, body: known.answer };
  }
  // Only after the look at what was sold: an issuer that sold a voucher doesn't refuse it later.
  const { mode, code } = take(world.scenarios, 'flash', 'purchase', ['refuse', '2400', '2406', '2408', 'no-float']);
  if (mode === 'refuse') return refuse(code ?? 1001);
  if (mode === 'no-float') return refuse(1002);
  if (mode !== 'ok') return refuse(Number(mode));
  if (order.amount < LEAST_CENTS) return refuse(2406);
  if (order.amount > MOST_CENTS) return refuse(2408);
  if (order.amount > world.floatCents) return refuse(1002);

  const voucher = mint(order, world.vouchers.length + 1, now);
  world.floatCents -= order.amount;
  world.vouchers.push(voucher);
  world.references.set(order.reference, voucher);
  return { status: 200, headers: { 'content-type': 'application/json' }, body: voucher.answer };
}

function mint({ reference, accountNumber, amount, echoed }: Order, n: number, now: number): Voucher {
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

/** What was sold on a South African day, as the daily file has it. */
function settlement(world: World, { query }: Exchange): Answer {
  const date = query.get('date') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return json(400, { error: 'date must be yyyy-MM-dd' });
  const rows = world.vouchers
    .map((voucher) => ({ ...voucher, soldAt: inSouthAfrica(voucher.issuedAt) }))
    .filter(({ soldAt }) => soldAt.startsWith(date))
    .map(({ reference, amount, serialNumber, transactionId, soldAt }) =>
      [reference, amount, serialNumber, transactionId, soldAt].join(';'),
    );
  return {
    status: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body: ['reference;amount;serialNumber;transactionId;transactionDate', ...rows, ''].join('\n'),
  };
}
