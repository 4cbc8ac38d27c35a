// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { eraseDraft, eraseDrafts, keepDraft, readDraft } from './drafts.ts';

const QUARTERLY = { id: 'quarterly', version: 1 };
const YEARLY = { id: 'yearly', version: 1 };

afterEach(() => {
  vi.restoreAllMocks();
});

describe('A9: drafts', () => {
  it('A9: a draft belongs to one panelist, one questionnaire and one version of it', () => {
    keepDraft('did-1', QUARTERLY, { work_status: ['student'] });
    expect(readDraft('did-1', QUARTERLY)).toEqual({ work_status: ['student'] });
    expect(readDraft('did-2', QUARTERLY)).toBeNull();
    expect(readDraft('did-1', YEARLY)).toBeNull();
    expect(readDraft('did-1', { ...QUARTERLY, version: 2 })).toBeNull();
  });

  it('A9: success erases that questionnaire alone, its older versions too', () => {
    keepDraft('did-1', QUARTERLY, {});
    keepDraft('did-1', { ...QUARTERLY, version: 2 }, {});
    keepDraft('did-1', YEARLY, {});
    eraseDraft('did-1', { ...QUARTERLY, version: 2 });
    expect(Object.keys(localStorage)).toEqual(['draft:did-1:yearly:1']);
  });

  it('A9: delete erases all of one panelist and nothing of another, nor what others keep', () => {
    keepDraft('did', QUARTERLY, {});
    keepDraft('did', YEARLY, {});
    keepDraft('did:quarterly', QUARTERLY, {});
    keepDraft('did-2', QUARTERLY, {});
    localStorage.setItem('other', 'kept');
    eraseDrafts('did');
    expect(Object.keys(localStorage).sort()).toEqual([
      'draft:did%3Aquarterly:quarterly:1',
      'draft:did-2:quarterly:1',
      'other',
    ]);
  });

  it.each(['{', 'null', '7', '{"a":7}', '{"a":[7]}'])('A9: a broken draft (%s) breaks nothing', (kept) => {
    localStorage.setItem('draft:did-1:quarterly:1', kept);
    expect(Object.values(readDraft('did-1', QUARTERLY) ?? {}).flat()).toEqual([]);
  });

  it('A9: a device without storage keeps nothing and says nothing', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    expect(() => {
      keepDraft('did-1', QUARTERLY, {});
      eraseDraft('did-1', QUARTERLY);
      eraseDrafts('did-1');
    }).not.toThrow();
    expect(readDraft('did-1', QUARTERLY)).toBeNull();
  });
});
