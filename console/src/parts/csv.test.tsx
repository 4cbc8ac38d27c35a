import { CONSOLE_PAGES, CSV_TABLES } from '@panel/domain/console/pages';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

it.each(CONSOLE_PAGES.filter((page) => CSV_TABLES[page].length > 0))(
  'the page %s has a link to each of its files',
  async (page) => {
    openConsole(`/${page}`);
    const links = (await screen.findAllByRole('link', { name: 'CSV' })) as HTMLAnchorElement[];
    const tables = links.map(({ href }) => new URL(href).searchParams.get('table'));
    expect([...new Set(tables)].sort()).toEqual([...CSV_TABLES[page]].sort());
  },
);
