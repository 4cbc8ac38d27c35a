// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { FORM } from '@panel/domain/wording';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import QuarterlyScreen from '../profiling/QuarterlyScreen.tsx';
import { saveDraft } from './drafts.ts';
import { answerCalls, fillIn, rowsOf, submit } from './form.testing.tsx';

const { did, definition, answers, payload } = GOLDEN.quarterly;

it('Q10: what was tapped before the script loaded wins over the draft, is counted and sent', async () => {
  saveDraft(did, definition, { work_status: ['student'] });
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<QuarterlyScreen did={did} />);
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
