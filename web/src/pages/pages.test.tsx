// @vitest-environment jsdom
import { termsText } from '@panel/domain/terms';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { address, click, heading, link, openApp, QUERY, registrationCheck, waitForAddress } from '../app.testing.tsx';

const text = () => screen.getByRole('main').textContent ?? '';

describe('a result page', () => {
  it.each(['profile-deleted', 'no-information-found', 'panelist-dob', 'panelist-first-language'])(
    'P6: %s links home, query kept',
    async (page) => {
      await openApp(`/redirect-page/${page}${QUERY}`, registrationCheck({ status: 404 }));
      await click(link('Go to Homepage'));
      await waitForAddress(`/${QUERY}`);
    },
  );

  it('P6: profiling-survey-updated does not link home', async () => {
    await openApp(`/redirect-page/profiling-survey-updated${QUERY}`);
    expect(screen.queryByRole('link', { name: 'Go to Homepage' })).toBeNull();
  });
});

describe('how it works', () => {
  it('W1: welcomes, then lists seven steps in order', async () => {
    await openApp(`/how-it-works${QUERY}`);
    expect(heading()).toBe('Welcome to the BuaApp Research Panel!');
    const title = screen.getByRole('heading', { name: 'How it Works!' });
    expect(title.compareDocumentPosition(screen.getByRole('list'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const steps = screen.getAllByRole('listitem').map((step) => step.textContent ?? '');
    const meant = [
      /Join.*Sign Up on Discover/,
      /[Aa]ccept the terms/,
      /profiling surveys/,
      /chat.*Invitations/,
      /Surveys on Discover.*panel/,
      /complete a survey.*varies by survey and partner/,
      /Stay active/,
    ];
    expect(steps).toHaveLength(7);
    expect(meant.map((sentence, index) => sentence.test(steps[index] ?? ''))).toEqual(meant.map(() => true));
  });

  it('W1: Continue goes home and keeps the query', async () => {
    await openApp(`/how-it-works${QUERY}`, registrationCheck({ status: 404 }));
    await click(link('Continue'));
    await waitForAddress(`/${QUERY}`);
  });
});

describe('the terms', () => {
  it('W2: are shown whole', async () => {
    await openApp(`/terms${QUERY}`);
    const { dates, sections } = termsText();
    for (const sentence of [dates, ...sections.flatMap(({ title, items }) => [title, ...items])])
      expect(text()).toContain(sentence);
  });

  it('W2: link back home', async () => {
    await openApp(`/terms${QUERY}`, registrationCheck({ status: 404 }));
    expect(address()).toBe(`/terms${QUERY}`);
    await click(link('Go back!'));
    await waitForAddress(`/${QUERY}`);
  });
});
