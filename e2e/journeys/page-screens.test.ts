import { it } from 'vitest';
import { useSharedPage } from '../browser.ts';
import { PAGE_STATES } from '../page-states.ts';
import { checkScreen } from '../screen-checks.ts';

const page = useSharedPage({ reducedMotion: 'reduce' });

it.each(PAGE_STATES.map(({ name, show }) => [name, show] as const))(
  '%s: accessible in light and dark, whole on the narrowest phone and in the largest letters',
  async (_, show) => {
    await show(page());
    await checkScreen(page());
  },
);
