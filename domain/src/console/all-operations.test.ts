import { describe, expect, it } from 'vitest';
import { OPERATIONS, operationOf } from './all-operations.ts';
import { auditedInputs, type Operation, proposalKeyOf, readInputs } from './operation.ts';

const ALL: readonly Operation[] = Object.values(OPERATIONS);

describe('the operations', () => {
  it.each(ALL.map((operation) => [operation.name, operation] as const))('%s is whole', (name, operation) => {
    expect(operationOf(name)).toBe(operation);
    const names = operation.inputs.map((input) => input.name);
    expect(new Set(names).size).toBe(names.length);
    for (const audited of operation.audited ?? [])
      expect(operation.inputs.find((input) => input.name === audited)?.kind, audited).toMatch(/^(choice|text)$/);
    for (const { when, name: later } of operation.inputs) {
      if (!when) continue;
      const choice = operation.inputs.find((input) => input.name === when.input);
      expect(choice?.kind === 'choice' && choice.options.map(({ code }) => code)).toContain(when.is);
      expect(names.indexOf(when.input)).toBeLessThan(names.indexOf(later));
    }
    if (!operation.approvers) return;
    // The approver decides by the reason.
    expect(names).toContain('reason');
    for (const [, placeholder] of operation.proposalKey.matchAll(/\{(\w+)\}/g)) expect(names).toContain(placeholder);
  });

  it('have the same key if they decide about the same thing', () => {
    const {
      'credit-reward': credit,
      'reverse-reward': reverse,
      'export-person': exports,
      'erase-person': erase,
    } = OPERATIONS;
    expect(proposalKeyOf(credit, { event: '7', reason: 'a' })).toBe(
      proposalKeyOf(reverse, { event: '7', reason: 'b' }),
    );
    expect(proposalKeyOf(credit, { event: '7' })).not.toBe(proposalKeyOf(credit, { event: '8' }));
    // A person may want to see what we know before it is erased.
    expect(proposalKeyOf(exports, { panelist: 'p' })).not.toBe(proposalKeyOf(erase, { panelist: 'p' }));
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
    expect(auditedInputs(resolve, { ...given, pin: '12345678' })).toEqual({ outcome: 'not-issued' });
    expect(operationOf('constructor')).toBeUndefined();
  });
});
