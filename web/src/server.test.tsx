// @vitest-environment jsdom
import { GOLDEN_RESPONSES } from '@panel/domain/golden-responses';
import { type PageResponses, QUERY_MARK, TOKEN_MARK } from '@panel/domain/page';
import { api, FORGERY_FIELD, screens } from '@panel/domain/paths';
import { act } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { APPROVED, CONFIG, DID, QUERY, requests, respondWith, stubFetch } from './app.testing.tsx';
import { PATHS_WITH_DID } from './routing/location.ts';
import { isScreenPath, linkQuery, PAGES, pageAt, prerender, render } from './server.tsx';
import { start } from './start.tsx';

const { product, contact } = CONFIG;
let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.innerHTML = '';
  delete document.documentElement.dataset.offline;
});

const jsonElement = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value)}</script>`;

/** Opens a page that the server rendered, and returns what React reports while it hydrates it. */
async function hydrate(address: string, html: string, responses?: PageResponses): Promise<string[]> {
  const reported: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void reported.push(words.map(String).join(' ')));
  stubFetch();
  respondWith({ [`GET ${api.surveys(DID)}`]: 'unanswered' });
  window.history.replaceState(null, '', address);
  const data = jsonElement('config', CONFIG) + (responses ? jsonElement('answers', responses) : '');
  document.body.innerHTML = `<div id="root">${html}</div>${data}`;
  await act(async () => {
    root = await start(document.getElementById('root') as Element);
  });
  vi.restoreAllMocks();
  return reported;
}

const check = (status: number, body?: unknown): PageResponses => ({ [api.registrationCheck(DID)]: { status, body } });
const history = (status: number, body?: unknown): PageResponses => ({ [api.history(DID)]: { status, body } });
const LIST: PageResponses = {
  [api.surveys(DID)]: { status: 200, body: { surveys: [{ number: 1001, reward: 14.5, minutes: 12 }] } },
};
const FULL = GOLDEN_RESPONSES.history.body;

describe('a page with a panelist’s own content', () => {
  it.each<[string, string, PageResponses]>([
    ['H3: home, approved', screens.home, check(200, APPROVED)],
    ['the surveys to choose from', screens.surveys, LIST],
    ['the surveys to choose from, unreachable', screens.surveys, { [api.surveys(DID)]: { status: 503 } }],
    ['H3: home, no survey', screens.home, check(200, { status: 'approved' })],
    ['H7: home, on hold', screens.home, check(200, { ...APPROVED, status: 'suspended' })],
    ['H6: home, new', screens.home, check(404)],
    ['H6: home, unreachable', screens.home, check(503)],
    ['H6: home, no registration check', screens.home, check(200, [])],
    ['B1: balance', screens.balance, { ...check(200, APPROVED), ...history(200, FULL) }],
    ['B1: balance, no history', screens.balance, { ...check(200, APPROVED), ...history(404) }],
    ['B5: balance, unreachable', screens.balance, { ...check(503), ...history(503) }],
    ['X1: deletion', screens.deleteProfile, check(200, APPROVED)],
    ['X1: deletion, unreachable', screens.deleteProfile, check(503)],
  ])('%s is hydrated unchanged, and its responses are not fetched again', async (_, path, responses) => {
    const html = render({ path, search: QUERY, product, contact, responses });
    expect(html).toContain(`href="/${QUERY.replaceAll('&', '&amp;')}"`);
    expect(await hydrate(path + QUERY, html, responses)).toEqual([]);
    // The surveys to choose from are fetched after the first paint.
    expect(requests().filter((request) => request.path !== api.surveys(DID))).toEqual([]);
    const content = document.querySelector('.screen')?.innerHTML;
    const rendered = document.createElement('div');
    rendered.innerHTML = html;
    // A script sends the token in a header, and has the list of surveys in the page.
    const withoutScript = `input[name=${FORGERY_FIELD}], section > .no-script[href^="${screens.surveys}"]`;
    for (const element of rendered.querySelectorAll(withoutScript)) element.remove();
    expect(content).toBe(rendered.querySelector('.screen')?.innerHTML);
  });
});

describe('a prerendered page', () => {
  it.each(PAGES.map(({ name, path, search }) => [name, path, search] as const))(
    '%s is hydrated without a mismatch, and its links have the query then',
    async (name, path, search) => {
      expect(pageAt(path, search).name).toBe(name);
      const html = prerender({ path, search, product, contact });
      expect(html).toContain('<h1');
      const did = search ? QUERY : '?a=1';
      const query = linkQuery(path, did).replaceAll('&', '&amp;');
      expect(await hydrate(path + did, html.replaceAll(QUERY_MARK, query).replaceAll(TOKEN_MARK, ''))).toEqual([]);
      const links = [...document.querySelectorAll('a[href^="/"]')].map((link) => link.getAttribute('href'));
      expect(links.length).toBeGreaterThan(0);
      for (const href of links) expect(href).toContain(did);
    },
  );
});

describe('the page at an address', () => {
  it.each([
    ['/', QUERY, { name: 'index', did: DID, calls: ['registrationCheck'] }],
    ['/', '', { name: 'without-did/index', did: null, calls: [] }],
    ['/balance/', QUERY, { name: 'balance', did: DID, calls: ['registrationCheck', 'history'] }],
    ['/delete-profile', QUERY, { name: 'delete-profile', did: DID, calls: ['registrationCheck'] }],
    ['/terms', QUERY, { name: 'terms', did: DID, calls: [] }],
    [`/user-dob/${DID}`, QUERY, { name: 'user-dob', did: null, calls: [] }],
  ] as const)('G1: %s%s', (path, search, page) => {
    expect([isScreenPath(path), pageAt(path, search)]).toEqual([true, page]);
  });

  it.each(['/nowhere', '/constructor', '/user-dob', '/Terms', '/index.html'])('G5: %s has none', (path) => {
    expect(isScreenPath(path)).toBe(false);
  });
});

describe('R13: a device id with a line break', () => {
  it.each(
    PATHS_WITH_DID.flatMap((screen) =>
      ['\n', '\r', '\u2028', '\u2029'].map((lineBreak) => [screen, lineBreak] as const),
    ),
  )('opens %s: %j', (screen, lineBreak) => {
    const page = { name: screen.slice(1), did: null, calls: [] };
    expect(pageAt(`${screen}/x${lineBreak}`, QUERY)).toEqual(page);
    expect(pageAt(`${screen}/${lineBreak}x`, QUERY)).toEqual(page);
  });
});

it('shows one panelist nothing about another', () => {
  render({ path: screens.home, search: QUERY, product, contact, responses: check(200, APPROVED) });
  expect(prerender({ path: screens.terms, search: '', product, contact })).not.toContain('Menu');
  expect(render({ path: screens.home, search: '?x-binu-did=other', product, contact, responses: {} })).not.toContain(
    'R1275.50',
  );
});
