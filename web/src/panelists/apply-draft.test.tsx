// @vitest-environment jsdom
import { TERMS as TERMS_TODAY } from '@panel/domain/panelists/rules';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { FORM } from '@panel/domain/wording';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { deleteDrafts, loadDraft, saveDraft } from '../questionnaire/drafts.ts';
import { fieldOf, rowsOf, type } from '../questionnaire/form.testing.tsx';
import {
  APPLIANCES,
  APPLICANT,
  DATE_OF_BIRTH,
  definition,
  openApply,
  openStepTwo,
  proceedButton,
  TERMS,
} from './apply.testing.tsx';

describe('A9: the draft on the device', () => {
  it('A9: incomplete answers are restored after a reload', async () => {
    const page = await openStepTwo();
    type(fieldOf('First name'), 'Nom');
    type(fieldOf(DATE_OF_BIRTH), '2704');
    fireEvent.click(rowsOf(APPLIANCES).getByLabelText('None of these'));
    page.unmount();
    openApply();
    expect(fieldOf('First name').value).toBe('Nom');
    expect(fieldOf(DATE_OF_BIRTH).value).toBe('27/04');
    expect(rowsOf(APPLIANCES).getByLabelText<HTMLInputElement>('None of these').checked).toBe(true);
    expect(
      screen.getByText(
        FORM.answered(3, asksOf(definition).filter(({ required, path }) => required && path !== null).length),
      ),
    ).toBeTruthy();
  });

  it('A9: the draft is deleted with the profile', async () => {
    const page = await openStepTwo();
    type(fieldOf('First name'), 'Nomvula');
    page.unmount();
    deleteDrafts(APPLICANT);
    openApply();
    expect(proceedButton()).toBeTruthy();
    expect(localStorage.length).toBe(0);
  });

  it('A9: Proceed in a second tab keeps the draft of the first', async () => {
    const second = openApply();
    fireEvent.click(screen.getByLabelText(TERMS));
    saveDraft(APPLICANT, definition, { firstname: ['Nomvula'] });
    await act(async () => fireEvent.click(proceedButton()));
    expect(fieldOf('First name').value).toBe('Nomvula');
    expect(loadDraft(APPLICANT, definition)).toEqual({ firstname: ['Nomvula'], terms: [TERMS_TODAY.revised] });
    second.unmount();
  });

  it.each([
    ['an older revision', { terms: ['2022-05-15'] }],
    ['no revision', {}],
  ])('A1, A9: a draft with %s of the terms starts at step 1 again and keeps its answers', async (_, terms) => {
    saveDraft(APPLICANT, definition, { ...terms, firstname: ['Nomvula'] });
    const page = openApply();
    fireEvent.click(screen.getByLabelText(TERMS));
    await act(async () => fireEvent.click(proceedButton()));
    expect(fieldOf('First name').value).toBe('Nomvula');
    type(fieldOf('Surname'), 'Dube');
    page.unmount();
    openApply();
    expect(screen.queryByText('Proceed')).toBeNull();
    expect(fieldOf('First name').value).toBe('Nomvula');
    expect(fieldOf('Surname').value).toBe('Dube');
  });

  it('A1, A9: accepted current terms are not asked for again', async () => {
    const page = await openStepTwo();
    page.unmount();
    openApply();
    expect(screen.queryByText('Proceed')).toBeNull();
    expect(fieldOf('First name').value).toBe('');
  });
});
