import { describe, expect, it } from 'vitest';
import { maskIds, withoutLongNumbers } from './masking.ts';
import { COPY_FORMATS } from './panelists/your-data.ts';
import { entryLink } from './partners/entry-link.ts';
import { SURVEY_RESULTS } from './partners/outcomes.ts';
import { PARTNERS } from './partners/partners.ts';
import { api, partnerReturn, RESULT_PAGES, screens } from './paths.ts';
import { PROFILING_SURVEYS } from './profiling/surveys.ts';

describe('T4: an error’s text', () => {
  it.each([
    ['a phone number', '0821234567'],
    ['a phone number with spaces', '082 123 4567'],
    ['a phone number with its country', '+27 82 123 4567'],
    ['a phone number with dashes and brackets', '(082) 123-4567'],
    ['a phone number with other spaces', '082\u00a0123\u202f4567'],
    ['a PIN in groups', '1234 5678 9012 3456'],
    ['digits of another script', '٠٨٢ ١٢٣ ٤٥٦٧'],
    ['a did with digits', 'nomvula-7'],
    ['a did of small letters', 'nomvulasphone'],
    ['a did of letters and dashes', 'nomvulas-phone'],
    ['a did of mixed letters', 'aBcDxYzQ'],
    ['a did that ends like the name of an error', 'nomvula_Error_'],
  ])('does not contain %s', (_, text) => {
    for (const written of [text, `x of ${text}.`, `/user-dob/${text}?a=1`, `"${text}"`])
      expect(maskIds(written).replace(/[/?a=1+(]|user-dob/g, '')).not.toMatch(/\p{Nd}|nomv|DxYz|phone/u);
  });

  it.each([
    "TypeError: Cannot read properties of undefined (reading 'map')",
    "Failed to execute 'insertBefore' on 'Node': parameter 1 is not of type 'Node'.",
    'NotFoundError: The object can not be found here.',
    'Minified React error #418',
    'at Ab (https://a.b/assets/index-C0ffee12.js:1:123456)',
    'r@https://a.b/service-worker.js:31:7',
  ])('still says what happened and where: %s', (text) => expect(maskIds(text)).toBe(text));

  it('keeps every path of ours', () => {
    const did = 'x';
    const fixed = Object.values({ ...api, ...screens }).filter((path) => typeof path === 'string');
    for (const path of [
      ...fixed,
      ...[api.registrationCheck, api.preference, api.withdraw, api.history, api.report, api.consent, api.surveys].map(
        (at) => at(did),
      ),
      ...[api.yourData, api.dataCode, api.dataUnlock, ...COPY_FORMATS.map(api.dataCopy)].map((at) => at(did)),
      ...PROFILING_SURVEYS.flatMap((survey) => [api.profiling(survey), screens.profiling(survey)]),
      ...RESULT_PAGES.map(screens.result),
      ...SURVEY_RESULTS.map(screens.surveyResult),
      ...PARTNERS.flatMap((partner) => [entryLink(partner)(did), partnerReturn(partner)]),
    ])
      expect(maskIds(path)).toBe(path);
  });

  it('is read quickly', () => {
    const before = process.cpuUsage();
    for (const text of ['a', '1', '1   ', '-', '/assets/', '.js:1', '?']) maskIds(text.repeat(32_000 / text.length));
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});

it('a panelist’s words lose long numbers only', () => {
  expect(withoutLongNumbers('It said thankyou at 10:45, call 082 123 4567')).toBe('It said thankyou at 10:45, call …');
});
