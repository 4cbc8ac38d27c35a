// @vitest-environment jsdom
import { screens } from '@panel/domain/paths';
import { missingDid } from '@panel/domain/wording';
import { describe, expect, it } from 'vitest';
import { click, link, openApp, requests, toast, waitForAddress } from '../app.testing.tsx';

describe('a page that needs a device id', () => {
  it.each([screens.home, screens.apply, screens.balance, screens.optOut, screens.deleteProfile, screens.yourData])(
    'A1, G10, H1: %s shows a toast without one, no form, and makes no call',
    async (path) => {
      await openApp(`${path}?a=1`);
      expect(toast()).toBe(missingDid('Bua'));
      expect(toast()).toBe('This page should only be accessed through BuaApp Discover.');
      expect(document.querySelector('form')).toBeNull();
      expect(requests()).toEqual([]);
    },
  );

  it('G10: treats an empty one as none', async () => {
    await openApp('/?x-binu-did=');
    expect(toast()).toBe('This page should only be accessed through BuaApp Discover.');
    expect(requests()).toEqual([]);
  });

  it('G10: links to how it works without one', async () => {
    await openApp('/balance');
    await click(link('How it Works!'));
    await waitForAddress('/how-it-works');
    expect(toast()).toBe('');
  });
});

it.each([screens.terms, screens.howItWorks, '/redirect-page/profile-deleted'])(
  'G10: %s needs no device id',
  async (path) => {
    await openApp(path);
    expect(toast()).toBe('');
  },
);
