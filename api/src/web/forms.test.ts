import { FORGERY_FIELD } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { server, useServer } from './web.testing.ts';

useServer();

const QUERY = '?x-binu-did=some-device-1&note=a+b';
const FORM = 'application/x-www-form-urlencoded';

/** Opens the page as a browser does: its cookie, and the token in its form. */
async function visit(): Promise<{ cookie: string; token: string }> {
  const { body, cookies } = await server().inject(`/form${QUERY}`);
  const [, token = ''] = /<b>(.*?)<\/b>/.exec(body) ?? [];
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '), token };
}

type Post = { url?: string; fields?: Record<string, string>; headers?: Record<string, string> };

async function post({ url = `/form${QUERY}`, fields = {}, headers = {} }: Post = {}) {
  const { cookie, token } = await visit();
  return server().inject({
    method: 'POST',
    url,
    headers: { 'content-type': FORM, cookie, origin: 'null', ...headers },
    payload: new URLSearchParams({ [FORGERY_FIELD]: token, ...fields }).toString(),
  });
}

const cookieNamed = (answer: { cookies: { name: string; value: string }[] }, wanted: string) =>
  answer.cookies.find(({ name }) => name === wanted);

describe('a posted form', () => {
  it('is answered with the page, what was entered and its status', async () => {
    const { statusCode, body, headers } = await post({ fields: { go: '<b>' } });
    expect([statusCode, headers['cache-control']]).toEqual([400, 'no-store']);
    expect(body).toContain('"isChecked":true');
    expect(body).toContain('\\u003cb>');
    expect(body).not.toContain('<b>"');
  });

  it('goes on to the next page with the query of this one, and a notice that is shown once', async () => {
    const answer = await post({ fields: { go: 'redirect' } });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/terms${QUERY}`]);
    const notice = cookieNamed(answer, 'notice');
    expect(notice).toMatchObject({ value: 'saved', httpOnly: true, sameSite: 'Strict', maxAge: 60 });
    const next = await server().inject({ url: `/terms${QUERY}`, headers: { cookie: 'notice=saved' } });
    expect(next.body).toContain('"text":"Saved."');
    expect(cookieNamed(next, 'notice')).toMatchObject({ value: '', maxAge: 0 });
  });

  it('has no notice that we don’t know, and keeps it from a prefetch', async () => {
    for (const headers of [
      { cookie: 'notice=%E0%A4%A' },
      { cookie: 'notice=hello' },
      { cookie: 'notice=saved', purpose: 'prefetch' },
    ])
      expect((await server().inject({ url: `/terms${QUERY}`, headers })).body).not.toContain('id="posted"');
  });

  it('makes the call that the script would have made', async () => {
    expect((await post({ fields: { go: 'call' } })).body).toContain('"values":{"product":["Bua"]}');
  });

  it('X3: tells the phone to erase what it kept about a deleted panelist', async () => {
    const answer = await post({ fields: { go: 'erase' } });
    expect(answer.headers['clear-site-data']).toBe('"storage"');
    expect(cookieNamed(answer, 'return-query')).toMatchObject({ value: '', maxAge: 0, path: '/survey-result/' });
  });

  it('opens a survey by a page of ours, because the policy allows no redirect of a form to another site', async () => {
    const answer = await post({ fields: { go: 'leave' } });
    expect([answer.statusCode, answer.headers.refresh]).toEqual([200, '0; url=https://partner.example/s?a=1&b=2']);
    expect(answer.body).toContain('<a href="https://partner.example/s?a=1&amp;b=2" rel="noreferrer">');
    expect(cookieNamed(answer, 'return-query')).toMatchObject({
      value: QUERY,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/survey-result/',
    });
  });

  it('comes back from the partner to a page with the query from before', async () => {
    const headers = { cookie: `return-query=${encodeURIComponent(QUERY)}` };
    const back = await server().inject({ url: '/survey-result/thanks?partner=cint-match', headers });
    expect([back.statusCode, back.headers.location]).toEqual([303, `/survey-result/thanks${QUERY}`]);
    expect(cookieNamed(back, 'return-query')).toMatchObject({ value: '', maxAge: 0 });
  });

  it.each([
    ['another site', '//evil.example'],
    ['an address', 'https://evil.example'],
    ['a line break', '?a\r\nset-cookie: b=c'],
    ['a character that no header can have', '?\u2028'],
    ['too long a query', `?${'a'.repeat(3000)}`],
    ['the query that the page has', '?a=b'],
  ])('T12: stays at the page if another host has set the cookie to %s', async (_, query) => {
    const headers = { cookie: `return-query=${encodeURIComponent(query)}` };
    const { statusCode, headers: sent } = await server().inject({ url: '/survey-result/thanks?a=b', headers });
    expect([statusCode, sent.location]).toEqual([200, undefined]);
  });

  it('keeps no query that is too long for a cookie', async () => {
    const answer = await post({ url: `/form${QUERY}&more=${'a'.repeat(3000)}`, fields: { go: 'leave' } });
    expect([answer.statusCode, cookieNamed(answer, 'return-query')]).toEqual([200, undefined]);
  });

  it('without an action leads home', async () => {
    const { statusCode, headers } = await post({ url: `/terms${QUERY}` });
    expect([statusCode, headers.location]).toEqual([303, `/${QUERY}`]);
  });
});

describe('T14: a form that isn’t ours', () => {
  it.each([
    ['no token', {}],
    ['a token that we did not sign', { [FORGERY_FIELD]: 'a.b' }],
  ])('with %s does nothing, and its page is shown again with a new token', async (_, token) => {
    const { cookie } = await visit();
    const answer = await server().inject({
      method: 'POST',
      url: `/form${QUERY}`,
      headers: { 'content-type': FORM, cookie, 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams({ go: 'redirect', ...token }).toString(),
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([403, undefined]);
    expect(answer.body).toContain('"go":["redirect"]');
  });

  it('with another visitor’s token is refused, unless the browser says that the form is ours', async () => {
    const { token } = await visit();
    const send = (headers: Record<string, string>) =>
      post({ fields: { go: 'redirect', [FORGERY_FIELD]: token }, headers });
    expect((await send({})).statusCode).toBe(403);
    expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303);
  });

  it.each([
    ['JSON', 'application/json', '{}', 415],
    ['plain text', 'text/plain', 'go=redirect', 415],
    ['a file upload', 'multipart/form-data; boundary=x', '--x--', 415],
    ['too long a body', FORM, `a=${'x'.repeat(65_536)}`, 413],
  ])('is refused as %s', async (_, type, payload, status) => {
    const { cookie } = await visit();
    const headers = { 'content-type': type, cookie, 'sec-fetch-site': 'same-origin' };
    const answer = await server().inject({ method: 'POST', url: `/form${QUERY}`, headers, payload });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers.location).toBeUndefined();
  });

  it('is refused at an address without a screen', async () => {
    for (const url of ['/assets/x', '/metrics', '/logo.svg'])
      expect([url, (await post({ url })).statusCode]).toEqual([url, 404]);
  });
});
