import { CONSOLE_PAGES, PAGE_DEFINITIONS } from '@panel/domain/console/pages';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openConsole } from '../app.testing.tsx';

const files = async () =>
  (await screen.findAllByRole('link', { name: /^CSV of / })).map((link) => {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://console.test');
    const table = searchParams.get('table') ?? '';
    expect(searchParams.get('days')).toBe('90');
    expect(link.getAttribute('aria-label')).toBe(`CSV of ${table.replaceAll('-', ' ')}`);
    return `${pathname} ${table}`;
  });

it.each(CONSOLE_PAGES.filter((page) => PAGE_DEFINITIONS[page].tables.length > 0))(
  'the page %s has a link to each of its files, with its filters',
  async (page) => {
    openConsole(`/${page}?days=90&view=weeks`);
    const paths = await files();
    if (page === 'sample') {
      fireEvent.click(screen.getByRole('link', { name: /^Tasks/ }));
      paths.push(...(await files()));
    }
    const path = `/api/console/pages/${page} `;
    expect([...new Set(paths)].sort()).toEqual(PAGE_DEFINITIONS[page].tables.map((table) => path + table).sort());
  },
);
