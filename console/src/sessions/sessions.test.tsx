import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

it('lists one’s recent sign-ins with the browser, also one that was refused', async () => {
  openConsole('/sessions');
  const card = within(
    (await screen.findByRole('heading', { name: 'Your recent sign-ins' })).closest('section') as HTMLElement,
  );
  expect(card.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '15 Nov 12:02Signed inFinance, Chrome on Windows',
    '15 Nov 05:00Signed inFinance',
    '14 Nov 01:40Sign-in refusedNo role, or more than one',
  ]);
});
