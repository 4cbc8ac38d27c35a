import { describe, expect, it } from 'vitest';
import { auditText, type Operation, readInputs } from './operation.ts';
import { OPERATIONS, operationOf } from './operations.ts';

const ALL: readonly Operation[] = Object.values(OPERATIONS);

describe('the operations', () => {
  it.each(ALL.map((operation) => [operation.name, operation] as const))('%s is whole', (name, operation) => {
    expect(operationOf(name)).toBe(operation);
    const names = operation.inputs.map((input) => input.name);
    expect(new Set(names).size).toBe(names.length);
    for (const [, placeholder] of operation.audit.matchAll(/\{(\w+)\}/g)) expect(names).toContain(placeholder);
    for (const { when, name: later } of operation.inputs) {
      if (!when) continue;
      const choice = operation.inputs.find((input) => input.name === when.input);
      expect(choice?.kind === 'choice' && choice.options.map(({ code }) => code)).toContain(when.is);
      expect(names.indexOf(when.input)).toBeLessThan(names.indexOf(later));
    }
    // The approver decides by the reason.
    if (operation.approvers) expect(names).toContain('reason');
  });

  it('read their inputs trimmed, and name everything wrong with them', () => {
    const { 'resolve-payout': resolve } = OPERATIONS;
    const id = '0b6c1f0e-54b5-4f0e-9d7c-0d3a4b9f1c11';
    const given = { id, outcome: 'not-issued', reason: '  asked  ' };
    expect(readInputs(resolve, given)).toEqual({ values: { id, outcome: 'not-issued', reason: 'asked' } });
    expect(readInputs(resolve, { id: 'x', outcome: 'issued', pin: 12, more: '' })).toEqual({
      errors: [
        { field: 'id', message: 'Enter an id.' },
        { field: 'serial', message: 'Required.' },
        { field: 'transaction', message: 'Required.' },
        { field: 'pin', message: 'Enter text.' },
        { field: 'reason', message: 'Required.' },
        { field: 'more', message: 'Unknown field.' },
      ],
    });
    expect(readInputs(resolve, { ...given, reason: 'x'.repeat(501) })).toMatchObject({ errors: [{ field: 'reason' }] });
    expect(auditText(resolve, given)).toBe('payouts resolve not-issued');
    expect(operationOf('constructor')).toBeUndefined();
  });
});
