import { describe, expect, it } from 'vitest';
import { GOLDEN_RESPONSES } from './golden-responses.ts';
import {
  readRegistrationCheck,
  registrationCheckSchema,
  registrationCheckWriter,
} from './panelists/registration-check.ts';
import { partnersIn } from './partners/partner-links.ts';
import { HISTORY_STATES, historySchema, readHistory, writeHistory } from './rewards/history.ts';
import { BALANCE } from './wording.ts';

const { registrationCheck, history } = GOLDEN_RESPONSES;

/** An example as the app reads it: amounts are numbers. */
const shown = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );

describe('the registration check', () => {
  const { product, value, body } = registrationCheck;

  it('matches its golden example when written and read', () => {
    expect(registrationCheckWriter(product)(value)).toEqual(body);
    const { partnerLinks: _, ...rest } = value;
    expect(readRegistrationCheck(product, body)).toEqual(shown(rest));
    expect(partnersIn(body)).toEqual(['cint-match', 'cint-router']);
  });

  it('has a schema for every field', () => {
    expect(Object.keys(registrationCheckSchema(product).properties as object)).toEqual(Object.keys(body));
  });

  it('names its survey links after the product, in letters and digits only', () => {
    const named = registrationCheckWriter('My Panel 2')(value);
    expect(named.my_panel_2_yearly_survey_link).toBe('https://panel.example/profiling-yearly');
    expect(readRegistrationCheck('My Panel 2', named)?.surveyLinks).toEqual(value.surveyLinks);
  });

  it('reads missing amounts as 0 and missing links as null', () => {
    const { available, surveyLinks = {} } = readRegistrationCheck(product, { status: 'pending' }) ?? {};
    expect(available).toBe(0);
    expect(new Set(Object.values(surveyLinks))).toEqual(new Set([null]));
    expect(partnersIn({ status: 'pending' })).toEqual([]);
  });

  it.each([undefined, null, '', 'approved', [], {}, { status: 1 }])('rejects a body without a status: %j', (other) => {
    expect(readRegistrationCheck(product, other)).toBeNull();
  });
});

describe('the history', () => {
  it('matches its golden example when written and read', () => {
    expect(writeHistory(history.value)).toEqual(history.body);
    expect(readHistory(history.body)).toEqual(history.value.map(shown));
  });

  it('has every kind and state in its schema, and a text for each state', () => {
    const states = [...new Set(Object.values(HISTORY_STATES).flat())];
    expect(JSON.stringify(historySchema())).toContain(JSON.stringify(states));
    expect(Object.keys(BALANCE.states).sort()).toEqual([...states].sort());
    expect(Object.keys(BALANCE.kinds).sort()).toEqual(Object.keys(HISTORY_STATES).sort());
  });

  it('skips invalid entries and entries in an unknown state', () => {
    const [first] = history.body.entries;
    const strange = [null, 7, {}, { ...first, state: 'lost' }, { ...first, kind: 'gift' }, { ...first, date: 'soon' }];
    expect(readHistory({ entries: [...strange, first] })).toEqual(history.value.slice(0, 1).map(shown));
  });

  it.each([undefined, null, '', [], { entries: {} }])('rejects a body without a list: %j', (other) => {
    expect(readHistory(other)).toBeNull();
  });
});
