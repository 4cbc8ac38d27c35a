// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keepLastSeen } from '../calls/last-seen.ts';
import { deleteExpired } from '../calls/storage.ts';
import { deleteDraft, deleteDrafts, loadDraft, saveDraft } from './drafts.ts';

const QUARTERLY = { id: 'quarterly', version: 1 };
const YEARLY = { id: 'yearly', version: 1 };

afterEach(() => {
  vi.restoreAllMocks();
});

describe('A9: drafts', () => {
  it('A9: a draft belongs to one panelist, one questionnaire and one version', () => {
    saveDraft('did-1', QUARTERLY, { work_status: ['student'] });
    expect(loadDraft('did-1', QUARTERLY)).toEqual({ work_status: ['student'] });
    expect(loadDraft('did-2', QUARTERLY)).toBeNull();
    expect(loadDraft('did-1', YEARLY)).toBeNull();
    expect(loadDraft('did-1', { ...QUARTERLY, version: 2 })).toBeNull();
  });

  it('A9: deleteDraft deletes every version of one questionnaire', () => {
    saveDraft('did-1', QUARTERLY, {});
    saveDraft('did-1', { ...QUARTERLY, version: 2 }, {});
    saveDraft('did-1', YEARLY, {});
    deleteDraft('did-1', { ...QUARTERLY, version: 2 });
    expect(Object.keys(localStorage)).toEqual(['draft:did-1:yearly:1']);
  });

  it('A9: deleteDrafts deletes all drafts of one panelist and nothing else', () => {
    saveDraft('did', QUARTERLY, {});
    saveDraft('did', YEARLY, {});
    saveDraft('did:quarterly', QUARTERLY, {});
    saveDraft('did-2', QUARTERLY, {});
    localStorage.setItem('other', 'kept');
    deleteDrafts('did');
    expect(Object.keys(localStorage).sort()).toEqual([
      'draft:did%3Aquarterly:quarterly:1',
      'draft:did-2:quarterly:1',
      'other',
    ]);
  });

  it('A9: deleteExpired deletes drafts that are older than 30 days or have no date', () => {
    const daysAgo = (days: number) => vi.setSystemTime(new Date(Date.UTC(2026, 10, 30 - days)));
    vi.useFakeTimers({ toFake: ['Date'] });
    localStorage.setItem('draft:did-1:yearly:0', '{"a":["typed into an older app"]}');
    localStorage.setItem('draft:did-1:yearly:7', '{');
    localStorage.setItem('other', 'kept');
    daysAgo(31);
    saveDraft('did-1', QUARTERLY, { work_status: ['student'] });
    keepLastSeen('did-1', '/balance', { status: 200, body: {} });
    daysAgo(29);
    saveDraft('did-1', YEARLY, { a: ['b'] });
    keepLastSeen('did-2', '/balance', { status: 200, body: {} });
    daysAgo(-400);
    saveDraft('did-2', QUARTERLY, { a: ['typed while the phone’s clock was wrong'] });
    daysAgo(0);
    deleteExpired();
    vi.useRealTimers();
    expect(Object.keys(localStorage).sort()).toEqual(['draft:did-1:yearly:1', 'other', 'seen:did-2:/balance']);
    expect(loadDraft('did-1', YEARLY)).toEqual({ a: ['b'] });
  });

  it.each(['{', 'null', '7', '{"at":7}', '{"values":7}', '{"values":{"a":7}}', '{"values":{"a":[7]}}'])(
    'A9: an invalid draft (%s) is read as empty',
    (kept) => {
      localStorage.setItem('draft:did-1:quarterly:1', kept);
      expect(Object.values(loadDraft('did-1', QUARTERLY) ?? {}).flat()).toEqual([]);
    },
  );

  it('A9: a device without storage has no draft and causes no error', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(() => {
      saveDraft('did-1', QUARTERLY, {});
      deleteDraft('did-1', QUARTERLY);
      deleteDrafts('did-1');
    }).not.toThrow();
    expect(loadDraft('did-1', QUARTERLY)).toBeNull();
  });
});
