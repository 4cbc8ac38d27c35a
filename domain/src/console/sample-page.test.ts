import { expect, it } from 'vitest';
import { ruleText } from './sample-page.ts';

it('writes a rule with one mark, also if its question ends with another', () => {
  expect(ruleText({ label: 'Age', value: '18 to 49' })).toBe('Age: 18 to 49');
  expect(ruleText({ label: 'How involved are you?', value: 'Mainly' })).toBe('How involved are you? Mainly');
});
