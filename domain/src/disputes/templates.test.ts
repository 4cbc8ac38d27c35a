import { expect, it } from 'vitest';
import { OPERATIONS } from '../console/all-operations.ts';
import { readInputs } from '../console/operation.ts';
import { CREDIT_TEMPLATES, DECLINE_TEMPLATES } from './templates.ts';

it.each([
  ['credit-dispute', CREDIT_TEMPLATES],
  ['decline-dispute', DECLINE_TEMPLATES],
] as const)('every template of %s is an answer that can be sent', (name, templates) => {
  expect(new Set(templates.map(({ label }) => label)).size).toBe(templates.length);
  for (const { text } of templates)
    expect(
      readInputs(OPERATIONS[name], { dispute: 'D-1', answer: text, ...(name === 'credit-dispute' && { reason: 'x' }) }),
    ).toHaveProperty('values.answer', text);
});
