import { expect, it } from 'vitest';
import { comparableText } from './comparable-text.ts';

it.each([
  ['a zero-width space', 'evil\u200b'],
  ['a soft hyphen', 'ev\u00adil'],
  ['a word joiner', 'ev\u2060il'],
  ['a zero-width space of an old encoding', '\ufeffevil'],
  ['a variation selector', 'evil\ufe0f'],
  ['a Hangul filler', 'ev\u3164il'],
  ['a tag', 'evil\u{e0041}'],
  ['an interlinear anchor', 'ev\ufff9il'],
  ['a control character', 'ev\u0001il'],
  ['circled letters', 'ⓔⓥⓘⓛ'],
  ['wide letters', 'ｅｖｉｌ'],
  ['letters of mathematics', '𝐞𝓿𝗶𝚕'],
  ['upper case', 'EVIL'],
])('a text with %s is compared as it reads', (_, text) => {
  expect(comparableText(text)).toBe('evil');
});

it('keeps spaces, line breaks, accents and other alphabets', () => {
  expect(comparableText('Zoë\u00a0Ünal\nЖ')).toBe('zoë ünal\nж');
});

it('is the same for both spellings of an accent and of a sharp s', () => {
  expect(comparableText('Zoe\u0308 Strauß')).toBe(comparableText('zoë STRAUSS'));
  expect(comparableText('Zoe\u200d\u0308')).toBe(comparableText('zoë'));
});
