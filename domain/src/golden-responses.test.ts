import { describe, expect, it } from 'vitest';
import { GOLDEN_RESPONSES } from './golden-responses.ts';
import {
  readRegistrationCheck,
  registrationCheckSchema,
  registrationCheckWriter,
} from './panelists/registration-check.ts';
import { HISTORY_SCHEMA, HISTORY_STATES, readHistory, writeHistory } from './rewards/history.ts';
import { BALANCE } from './wording.ts';

const { registrationCheck, history } = GOLDEN_RESPONSES;

describe('the registration check', () => {
  const { product, value, body } = registrationCheck;

  it('is written and read as its golden example', () => {
    expect(registrationCheckWriter(product)(value)).toEqual(body);
    expect(readRegistrationCheck(product, body)).toEqual(value);
  });

  it('is described field by field', () => {
    expect(Object.keys(registrationCheckSchema(product).properties as object)).toEqual(Object.keys(body));
  });

  it('names its survey links by the product, letters and digits alone', () => {
    const named = registrationCheckWriter('My Panel 2')(value);
    expect(named.my_panel_2_yearly_survey_link).toBe('https://panel.example/profiling-yearly');
    expect(readRegistrationCheck('My Panel 2', named)).toEqual(value);
  });

  it('reads missing amounts as 0 and missing links as none', () => {
    const { available, surveyLinks, partnerLinks } = readRegistrationCheck(product, { status: 'pending' }) ?? {};
    expect(available).toBe(0n);
    expect([...Object.values(surveyLinks ?? {}), ...Object.values(partnerLinks ?? {})]).toEqual(Array(6).fill(null));
  });

  it.each([undefined, null, '', 'approved', [], {}, { status: 1 }])('is not what has no status: %j', (other) => {
    expect(readRegistrationCheck(product, other)).toBeNull();
  });
});

describe('the history', () => {
  it('is written and read as its golden example', () => {
    expect(writeHistory(history.value)).toEqual(history.body);
    expect(readHistory(history.body)).toEqual(history.value);
  });

  it('is described with every kind and state, and each state has its words', () => {
    const states = [...new Set(Object.values(HISTORY_STATES).flat())];
    expect(JSON.stringify(HISTORY_SCHEMA)).toContain(JSON.stringify(states));
    expect(Object.keys(BALANCE.states).sort()).toEqual([...states].sort());
    expect(Object.keys(BALANCE.kinds).sort()).toEqual(Object.keys(HISTORY_STATES).sort());
  });

  it('leaves out entries of a state it does not know, or that are no entries', () => {
    const [first] = history.body.entries;
    const strange = [null, 7, {}, { ...first, state: 'lost' }, { ...first, kind: 'gift' }, { ...first, date: 'soon' }];
    expect(readHistory({ entries: [...strange, first] })).toEqual(history.value.slice(0, 1));
  });

  it.each([undefined, null, '', [], { entries: {} }])('is not what has no list: %j', (other) => {
    expect(readHistory(other)).toBeNull();
  });
});
