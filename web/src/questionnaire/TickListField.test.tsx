// @vitest-environment jsdom
import { FORM } from '@panel/domain/wording';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openForm, QUARTERLY } from '../profiling/profiling.testing.tsx';
import { rowsOf } from './form.testing.tsx';

const isTicked = (label: string, row: string) => rowsOf(label).getByLabelText<HTMLInputElement>(row).checked;

describe('a checkbox list', () => {
  const PURCHASES = 'What did you buy in the last month?';

  it('Q6: None of the above clears the other ticks, and any tick clears it', () => {
    openForm(QUARTERLY);
    const tap = (row: string) => fireEvent.click(rowsOf(PURCHASES).getByLabelText(row));
    tap('Bread');
    tap('Pet food');
    tap('None of the above');
    expect([isTicked(PURCHASES, 'Bread'), isTicked(PURCHASES, 'Pet food')]).toEqual([false, false]);
    expect(isTicked(PURCHASES, 'None of the above')).toBe(true);
    tap('Bread');
    expect(isTicked(PURCHASES, 'None of the above')).toBe(false);
    expect(isTicked(PURCHASES, 'Bread')).toBe(true);
  });

  it('Q1: a long list can be filtered; None of the above stays visible and ticks are kept', () => {
    openForm(QUARTERLY);
    const rows = rowsOf(PURCHASES);
    const isShown = (row: string) => !rows.getByLabelText(row).closest('[hidden]');
    const filter = (text: string) => fireEvent.input(rows.getByRole('searchbox'), { target: { value: text } });
    expect(rows.getByText('23 to choose from')).toBeTruthy();
    fireEvent.click(rows.getByLabelText('Bread'));
    expect(rows.getByText('1 ticked')).toBeTruthy();
    filter('PET');
    expect(rows.getByText('1 found')).toBeTruthy();
    expect([isShown('Pet food'), isShown('Bread'), isShown('None of the above')]).toEqual([true, false, true]);
    filter('zzz');
    expect(rows.getByText(FORM.nothingFound)).toBeTruthy();
    filter('');
    expect(isTicked(PURCHASES, 'Bread')).toBe(true);
    expect(rowsOf('Which reward programmes do you use?').queryByRole('searchbox')).toBeNull();
    const loyalty = rowsOf('Which other loyalty programmes do you use?');
    fireEvent.input(loyalty.getByRole('searchbox'), { target: { value: ' caffe' } });
    expect(loyalty.getByLabelText('Vida e Caffè').closest('[hidden]')).toBeNull();
    expect(loyalty.getByText('1 found')).toBeTruthy();
  });

  it('Q1: the filter is of no form, so Enter in it submits none, and it is there only with script', () => {
    openForm(QUARTERLY);
    const box = rowsOf(PURCHASES).getByRole<HTMLInputElement>('searchbox');
    expect([box.form, box.closest('form')]).toEqual([null, expect.any(HTMLFormElement)]);
    expect(box.closest('.script-only')).not.toBeNull();
  });
});
