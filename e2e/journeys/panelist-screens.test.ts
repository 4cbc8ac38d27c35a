import { it } from 'vitest';
import { useSharedPage } from '../browser.ts';
import { PANELIST_STATES } from '../panelist-states.ts';
import { checkScreen } from '../screen-checks.ts';

const page = useSharedPage({ reducedMotion: 'reduce' });

it.each(PANELIST_STATES.map(({ name, show }) => [name, show] as const))(
  '%s: accessible in light and dark, whole on the narrowest phone and in the largest letters',
  async (_, show) => {
    await show(page());
    await checkScreen(page());
  },
);
