import { describe, expect, it } from 'vitest';
import { registration } from '../panelists/registration.ts';
import { asksOf } from '../questionnaire/definition.ts';
import { faultOf } from '../questionnaire/validate.ts';
import { readDateOfBirth, withSlashes } from './typed-date.ts';

const TODAY = '2026-11-15';
const typeKeyByKey = (keys: string) => [...keys].reduce((field, key) => withSlashes(field + key), '');

describe('A5: the date of birth as it is typed', () => {
  it.each([
    ['17/05/1990', '1990-05-17'],
    ['17051990', '1990-05-17'],
    ['1990-05-17', '1990-05-17'],
    ['7/5/1990', '1990-05-07'],
    [' 17/05/1990 ', '1990-05-17'],
    ['31/02/1990', null],
    ['17/05/90', null],
    ['hello', null],
  ])('%s is %s', (typed, iso) => {
    expect(readDateOfBirth(typed)).toBe(iso);
  });

  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['1/1/90', 'invalidDate'],
    ['1234567', 'invalidDate'],
    ['31/02/1990', 'invalidDate'],
    ['15/11/2008', null],
    ['16/11/2008', 'tooYoung'],
    ['15/11/1927', null],
    ['16/11/1926', null],
    ['15/11/1926', 'tooOld'],
    ['1926-11-15', 'tooOld'],
  ])('on the form %j is %s', (typed, fault) => {
    const ask = asksOf(registration).find(({ question }) => question.kind === 'date');
    expect(ask && faultOf(ask, readDateOfBirth(typed) ?? typed, TODAY, 'form')).toBe(fault);
  });

  it.each([
    ['27041994', '27/04/1994'],
    ['19041994', '19/04/1994'],
    ['20052005', '20/05/2005'],
    ['27/04/1994', '27/04/1994'],
    ['7/4/1994', '7/4/1994'],
    ['1990-05-17', '1990-05-17'],
    ['2005-12-01', '2005-12-01'],
    ['1899-12-31', '1899-12-31'],
    ['18041994', '18/04/1994'],
  ])('typing %s key by key shows %s', (keys, shown) => {
    expect(typeKeyByKey(keys)).toBe(shown);
    expect(readDateOfBirth(shown)).not.toBeNull();
  });

  it('lets every character be deleted again', () => {
    for (let field = '27/04/1994'; field !== ''; ) {
      const shorter = withSlashes(field.slice(0, -1));
      expect(shorter.length).toBeLessThan(field.length);
      field = shorter;
    }
  });
});
