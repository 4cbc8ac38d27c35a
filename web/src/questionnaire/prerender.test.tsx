// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { FORM } from '@panel/domain/wording';
import { act, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import ApplyScreen from '../panelists/ApplyScreen.tsx';
import DateOfBirthScreen from '../panelists/DateOfBirthScreen.tsx';
import FirstLanguageScreen from '../panelists/FirstLanguageScreen.tsx';
import QuarterlyScreen from '../profiling/QuarterlyScreen.tsx';
import SecondRoundScreen from '../profiling/SecondRoundScreen.tsx';
import YearlyScreen from '../profiling/YearlyScreen.tsx';
import { saveDraft } from './drafts.ts';
import { answerCalls, fillIn, rowsOf, submit } from './form.testing.tsx';

const { did, definition, answers, payload } = GOLDEN.quarterly;

/** Renders as on a server, without window and storage. */
function prerender(page: ReactElement): string {
  vi.stubGlobal('window', undefined);
  vi.stubGlobal('document', undefined);
  vi.stubGlobal('localStorage', undefined);
  try {
    return renderToString(page);
  } finally {
    vi.unstubAllGlobals();
  }
}

describe('every form renders without a browser', () => {
  it.each([
    ['quarterly', <QuarterlyScreen key="" did={did} />],
    ['second round', <SecondRoundScreen key="" did={did} />],
    ['yearly', <YearlyScreen key="" did={did} />],
    ['date of birth', <DateOfBirthScreen key="" did={did} />],
    ['first language', <FirstLanguageScreen key="" did={did} />],
    ['apply', <ApplyScreen key="" />],
  ])('Q5: %s', (_, page) => {
    expect(prerender(page)).toContain('<h1>');
  });
});

it('Q10: what was tapped before the script loaded wins over the draft, is counted and sent', async () => {
  saveDraft(did, definition, { work_status: ['student'] });
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = prerender(<QuarterlyScreen did={did} />);
  rowsOf('Work status').getByLabelText<HTMLInputElement>('No formal employment but I have a side hustle').checked =
    true;
  const calls = answerCalls();
  const root = await act(async () => hydrateRoot(container, <QuarterlyScreen did={did} />));
  expect(screen.getByText(FORM.answered(1, 10))).toBeTruthy();
  fillIn(definition, answers, ['work_status']);
  await submit();
  expect(calls[0]?.body).toEqual(payload);
  await act(async () => root.unmount());
  container.remove();
});
