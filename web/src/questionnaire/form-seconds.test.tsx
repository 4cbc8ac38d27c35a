// @vitest-environment jsdom
import { FORM_SECONDS_HEADER } from '@panel/domain/quality/speed';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fillForm, openForm, QUARTERLY } from '../profiling/profiling.testing.tsx';
import { rowsOf, submit } from './form.testing.tsx';

/** Answers every call, and returns the headers that each had. */
function recordHeaders(status = 200): Headers[] {
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return new Response('true', { status, headers: { 'content-type': 'application/json' } });
  });
  return sent;
}

describe('the time that a form took', () => {
  it('is sent in a header, from the first answer to the submit', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const sent = recordHeaders();
    openForm(QUARTERLY);
    now.mockReturnValue(1_060_000);
    fillForm(QUARTERLY);
    now.mockReturnValue(1_102_400);
    await submit();
    vi.restoreAllMocks();
    expect(sent.map((headers) => headers.get(FORM_SECONDS_HEADER))).toEqual(['42']);
  });

  it('is not sent if some answers are from before: nobody knows how long they took', async () => {
    recordHeaders(503);
    const before = openForm(QUARTERLY);
    fillForm(QUARTERLY);
    await submit();
    before.unmount();
    const sent = recordHeaders();
    openForm(QUARTERLY);
    fireEvent.click(rowsOf('Work status').getByLabelText('Student'));
    await submit();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.has(FORM_SECONDS_HEADER)).toBe(false);
  });
});
