import { describe, expect, it } from 'vitest';
import { registration } from './panelists/registration.ts';
import { PANELIST_STATUSES } from './panelists/status.ts';
import { marketing } from './profiling/questions/agreements.ts';
import { termsText } from './terms.ts';
import { deletion } from './wording/deletion.ts';
import { YOUR_DATA } from './wording/your-data.ts';
import { httpStatusMessage, panelistStatusMessage } from './wording.ts';

describe('messages for a status', () => {
  it.each([
    [400, 'Sorry, We cannot process your request.'],
    [422, 'Sorry, We cannot process your request.'],
    [404, 'Bua does not recognise your number.'],
    [409, 'You are already a member of Bua panel'],
    [500, 'The server is unable to complete this request.'],
    [503, 'Registration is currently unavailable, please try again later.'],
    [0, 'Registration is currently unavailable, please try again later.'],
  ])('A8: HTTP %i', (status, message) => {
    expect(httpStatusMessage('Bua', status)).toBe(message);
  });

  it('H7: every panelist status except approved has its own message', () => {
    const messages = PANELIST_STATUSES.map((status) => panelistStatusMessage('Bua', status));
    expect(messages[0]).toBeNull();
    expect(new Set(messages).size).toBe(PANELIST_STATUSES.length);
  });

  it('H7: a status is trimmed and lower-cased, and an unknown one has a message too', () => {
    expect(panelistStatusMessage('Bua', ' Approved ')).toBeNull();
    expect(panelistStatusMessage('Bua', 'BLOCKED')).toContain('no longer take part');
    for (const status of ['', 'constructor', 'on fire'])
      expect(panelistStatusMessage('Bua', status)).toBe(
        'Registration is currently unavailable, please try again later.',
      );
  });
});

it('the terms and the deletion screen say what is kept, and for how long', () => {
  const kept = 'what you owe, which surveys were paid, and whether you were excluded';
  const information = termsText()
    .sections.find(({ title }) => title === '4. Your information')
    ?.items.join(' ');
  for (const text of [information, deletion('Bua').kept, YOUR_DATA.kept.join(' ')]) {
    expect(text).toContain(kept);
    expect(text).toMatch(/for three years/i);
  }
});

it('Y6: the terms, the boxes of the sign-up and Your data say that you may object to marketing and to the use of your data', () => {
  const terms = termsText()
    .sections.find(({ title }) => title === '5. Your right to object')
    ?.items.join(' ');
  const boxes = registration.sections.find(({ items }) =>
    items.some((item) => 'question' in item && item.question === marketing),
  );
  for (const text of [terms, boxes && 'hint' in boxes ? boxes.hint : '', YOUR_DATA.object('0800 555 123')]) {
    expect(text).toMatch(/object to (direct )?marketing/);
    expect(text).toMatch(/(our|any other) use of your (data|information)/);
    expect(text).toMatch(/free of charge|costs nothing/);
  }
  for (const text of [terms, boxes && 'hint' in boxes ? boxes.hint : '']) expect(text).toContain('Your data');
  expect(YOUR_DATA.object('0800 555 123')).toContain('0800 555 123');
});
