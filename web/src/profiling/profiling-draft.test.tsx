// @vitest-environment jsdom
import { GOLDEN } from '@panel/domain/golden';
import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, choose, fieldOf, rowsOf, submit } from '../questionnaire/form.testing.tsx';
import { fillForm, openForm, QUARTERLY, SECOND_ROUND } from './profiling.testing.tsx';

const isTicked = (label: string, row: string) => rowsOf(label).getByLabelText<HTMLInputElement>(row).checked;

it('Q10: a draft holds every kind of field, for one panelist', () => {
  const first = openForm(SECOND_ROUND);
  choose('What is your nationality?', 'Lesotho');
  fireEvent.click(rowsOf('Do you own a vehicle?').getByLabelText('No'));
  fireEvent.click(rowsOf('What did you buy in the last month?').getByLabelText('Pet food'));
  first.unmount();
  const second = openForm(SECOND_ROUND);
  expect(fieldOf('What is your nationality?').value).toBe('lesotho');
  expect(isTicked('Do you own a vehicle?', 'No')).toBe(true);
  expect(isTicked('What did you buy in the last month?', 'Pet food')).toBe(true);
  second.unmount();
  openForm(SECOND_ROUND, '', 'another-did');
  expect(fieldOf('What is your nationality?').value).toBe('');
});

it('Q10: a device without storage can still send the form', async () => {
  const refuse = () => {
    throw new DOMException('QuotaExceededError');
  };
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  const calls = answerCalls();
  openForm(QUARTERLY);
  fillForm(QUARTERLY);
  await submit();
  vi.restoreAllMocks();
  expect(calls[0]?.body).toEqual(GOLDEN.quarterly.payload);
});
