// @vitest-environment jsdom
import { BUILD_HEADER } from '@panel/domain/page';
import { api, screens } from '@panel/domain/paths';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import {
  type Answer,
  button,
  click,
  DID,
  goBack,
  heading,
  link,
  openApp,
  QUERY,
  registrationCheck,
  toast,
  waitForAddress,
} from '../app.testing.tsx';
import { OfflineNotice } from '../shell/OfflineNotice.tsx';
import { reloadPage } from './page-loads.ts';

vi.mock('./page-loads.ts', () => ({ reloadPage: vi.fn() }));
// The setup has already loaded the router, with the real one.
vi.hoisted(() => vi.resetModules());

/** The answer of a server that was released after the page was loaded. */
const newer = (answer: { status?: number; body?: unknown }): Answer => ({
  ...answer,
  headers: { [BUILD_HEADER]: 'a-later-build' },
});

// This one must be first: the app remembers the release in the tests after it.

it('Back loads the page of the new release', async () => {
  await openApp(`/terms${QUERY}`, registrationCheck(newer({ status: 404 })));
  await click(link('Go back!'));
  await waitForAddress(`/${QUERY}`);
  expect(reloadPage).not.toHaveBeenCalled();
  await goBack();
  expect(reloadPage).toHaveBeenCalledOnce();
});

it('Q7, D2: the answer to a submission shows its toast and its result page, without loading a page', async () => {
  await openApp(`${screens.firstLanguage}/${DID}${QUERY}`, { [`PUT ${api.firstLanguage}`]: newer({ body: true }) });
  await click(screen.getByRole('radio', { name: 'isiZulu' }));
  await click(button('Submit'));
  await waitForAddress(`/redirect-page/panelist-first-language${QUERY}`);
  expect(heading()).toBe('Profile updated');
  expect(toast()).toBe('You have successfully submitted your date of birth');
});

it('X3: the dialog of a deletion closes', async () => {
  await openApp(`/delete-profile${QUERY}`, { [`DELETE ${api.deleteProfile(DID)}`]: newer({ body: true }) });
  await click(button('Delete Profile'));
  await click(button('Delete'));
  await waitForAddress(`/redirect-page/profile-deleted${QUERY}`);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('loads a page if the server no longer has a screen’s code', async () => {
  await openApp(`/${QUERY}`, registrationCheck(newer({ status: 404 })));
  vi.mocked(reloadPage).mockClear();
  render(<OfflineNotice />);
  expect(reloadPage).toHaveBeenCalledOnce();
});
