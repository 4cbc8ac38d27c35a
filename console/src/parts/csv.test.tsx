import { CONSOLE_PAGES, CSV_TABLES } from '@panel/domain/console/pages';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

it.each(CONSOLE_PAGES.filter((page) => CSV_TABLES[page].length > 0))(
  'the page %s has a link to each of its files, with its filters',
  async (page) => {
    openConsole(`/${page}?days=90&view=weeks`);
    const links = (await screen.findAllByRole('link', { name: 'CSV' })) as HTMLAnchorElement[];
    const paths = links.map((link) => link.getAttribute('href'));
    const path = `/api/console/pages/${page}?days=90&format=csv&table=`;
    expect([...new Set(paths)].sort()).toEqual(CSV_TABLES[page].map((table) => path + table).sort());
  },
);
