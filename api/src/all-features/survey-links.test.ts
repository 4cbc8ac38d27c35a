/** What waits for a partner is one class everywhere: refused first, in its own places of HAProxy, and in no alert about other calls. */
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api, pattern, screens } from '@panel/domain/paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { matches, read } from '../../../scripts/repository.ts';
import { useWebBuild } from '../../test/forms.ts';
import { useKit } from '../../test/kit.ts';
import { withRoutes } from '../../test/routes.ts';
import { buildApp } from '../app.ts';

const kit = useKit();
const webFolder = useWebBuild();
let built: Awaited<ReturnType<typeof withRoutes>>;
beforeAll(async () => {
  built = await withRoutes(() => buildApp(kit().deps, { webFolder }));
});
afterAll(() => built.app.close());

it('R21: entry links, the list of surveys, its page, and the forms that open a survey are refused first', () => {
  expect(built.surveyLinks).toEqual(
    [
      ...PARTNERS.map((partner) => `GET ${pattern(entryLink(partner))}`),
      `GET ${pattern(api.surveys)}`,
      `POST ${pattern(api.surveys)}`,
      `GET ${screens.surveys}`,
      `HEAD ${screens.surveys}`,
      `POST ${screens.surveys}`,
      `POST ${screens.home}`,
    ].sort(),
  );
});

it('R21: they alone are left out of the alerts about other calls, and are in the one about partners', () => {
  const alerts = read('deploy/prometheus/alerts.yml');
  const urls = (routes: readonly string[]) => [...new Set(routes.map((route) => route.split(' ')[1] ?? ''))].sort();
  const among = (pattern: string) => urls(built.routes).filter((url) => new RegExp(`^(?:${pattern})$`).test(url));
  const others = matches(alerts, /route!~"(.*?)"/g);
  const links = matches(alerts, /route=~"(.*?)"/g);
  expect([others.length, links.length]).toEqual([9, 4]);
  for (const pattern of others)
    expect(among(pattern)).toEqual([...urls(built.surveyLinks), '/healthz', '/readyz'].sort());
  for (const pattern of links) expect(among(pattern)).toEqual(urls(built.surveyLinks));
});
