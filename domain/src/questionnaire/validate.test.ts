import { describe, expect, it } from 'vitest';
import { GOLDEN } from '../golden.ts';
import { type Answers, asksOf, type Questionnaire } from './definition.ts';
import { faultOf } from './validate.ts';

const TODAY = '2026-11-15';
const faultsOf = (definition: Questionnaire, answers: Answers) =>
  Object.fromEntries(
    asksOf(definition).flatMap((ask) => {
      const fault = faultOf(ask, answers[ask.question.id], TODAY, 'form');
      return fault ? [[ask.question.id, fault]] : [];
    }),
  );
const idsOf = (definition: Questionnaire, except: readonly string[]) =>
  asksOf(definition).flatMap(({ question: { id } }) => (except.includes(id) ? [] : [id]));

describe('required answers', () => {
  it('A4: Apply requires every field and the terms, but not the two opt-ins', () => {
    const { definition } = GOLDEN.registration;
    const faults = faultsOf(definition, {});
    expect(new Set(Object.values(faults))).toEqual(new Set(['required']));
    expect(Object.keys(faults)).toEqual(
      idsOf(definition, ['opt_in_marketing_information', 'opt_in_receive_comms_from_partners']),
    );
    expect(faults).toHaveProperty('terms');
    expect(faultsOf(definition, { ...GOLDEN.registration.answers, terms: true })).toEqual({});
  });

  it("A4: 'None of these' counts as an answer about appliances", () => {
    const answers = { ...GOLDEN.registration.answers, terms: true, lsm_appliances: [] };
    expect(faultsOf(GOLDEN.registration.definition, answers)).toEqual({});
    expect(faultsOf(GOLDEN.registration.definition, { ...answers, lsm_appliances: undefined })).toEqual({
      lsm_appliances: 'required',
    });
  });

  const BOXES = ['terms', 'opt_in_marketing_information', 'opt_in_receive_comms_from_partners'];
  it.each<[string, Questionnaire, readonly string[]]>([
    ['Q2: the quarterly survey requires all', GOLDEN.quarterly.definition, []],
    [
      'Q3: the second round requires all but its tick lists',
      GOLDEN.secondRound.definition,
      ['lastmonthpurchase', 'financial_services', 'past_year'],
    ],
    [
      'Q4: the yearly survey requires all but the appliances and its three boxes',
      GOLDEN.yearly.definition,
      ['lsm_appliances', ...BOXES],
    ],
  ])('%s', (_, definition, optional) => {
    expect(Object.keys(faultsOf(definition, {}))).toEqual(idsOf(definition, optional));
  });

  it('refuses a blank name and one of 101 characters', () => {
    const answers = { ...GOLDEN.registration.answers, terms: true };
    const { definition } = GOLDEN.registration;
    expect(faultsOf(definition, { ...answers, firstname: '   ' })).toEqual({ firstname: 'required' });
    expect(faultsOf(definition, { ...answers, firstname: 'x'.repeat(100) })).toEqual({});
    expect(faultsOf(definition, { ...answers, firstname: 'x'.repeat(101) })).toEqual({ firstname: 'tooLong' });
    expect(faultsOf(definition, { ...answers, firstname: 'a\u0000b' })).toEqual({ firstname: 'unreadable' });
    expect(faultsOf(definition, { ...answers, firstname: 'a\ud800' })).toEqual({ firstname: 'unreadable' });
    expect(faultsOf(definition, { ...answers, firstname: 'Zoë 😀 !Kung' })).toEqual({});
  });
});
