// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { FORM } from '@panel/domain/wording';
import { act, screen } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import QuarterlyScreen from '../profiling/QuarterlyScreen.tsx';
import { saveDraft } from './drafts.ts';
import { answerCalls, fillIn, rowsOf, submit } from './form.testing.tsx';

const { did, definition, answers, payload } = GOLDEN.quarterly;

it('Q10: a tap from before the script loaded wins over the draft, is counted and sent', async () => {
  saveDraft(did, definition, { work_status: ['student'] });
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<QuarterlyScreen did={did} />);
  rowsOf('Work status').getByLabelText<HTMLInputElement>('No formal employment but I have a side hustle').checked =
    true;
  const calls = answerCalls();
  const root = await act(async () => hydrateRoot(container, <QuarterlyScreen did={did} />));
  expect(screen.getByText(FORM.answered(1, asksOf(definition).length))).toBeTruthy();
  fillIn(definition, answers, ['work_status']);
  await submit();
  expect(calls[0]?.body).toEqual(payload);
  await act(async () => root.unmount());
  container.remove();
});

describe('a list that was ticked before the script loaded', () => {
  const PURCHASES = 'What did you buy in the last month?';

  it.each([
    [
      'added to those of the draft',
      ['bread', 'pet_food'],
      ['Alcoholic drinks'],
      ['Bread', 'Alcoholic drinks', 'Pet food'],
    ],
    ['kept alone if it is None of the above', ['bread', 'pet_food'], ['None of the above'], ['None of the above']],
    ['kept alone if the draft has None of the above', ['none'], ['Bread'], ['Bread']],
    ['what the draft has if nothing was ticked', ['none'], [], ['None of the above']],
  ])('Q10: what was ticked is %s', async (_, saved, ticked, expected) => {
    saveDraft(did, definition, { lastmonthpurchase: saved });
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(<QuarterlyScreen did={did} />);
    for (const label of ticked) rowsOf(PURCHASES).getByLabelText<HTMLInputElement>(label).checked = true;
    const root = await act(async () => hydrateRoot(container, <QuarterlyScreen did={did} />));
    const boxes = rowsOf(PURCHASES).getAllByRole<HTMLInputElement>('checkbox', { checked: true });
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(expected);
    await act(async () => root.unmount());
    container.remove();
  });
});
