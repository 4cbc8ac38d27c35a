import { screens } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { registerPanelist, useBrowser, visit } from '../browser.ts';
import { fillIn } from '../fill.ts';
import { expectFailure, openForm, secondRoundForm, submitButton } from '../forms.ts';

const open = useBrowser();
const MARKUP = `"'></script><img src=x onerror="window.injected=1"><script>window.injected=1</script>{{1}}`;
const inUrl = encodeURIComponent(MARKUP);

describe('T13: markup in a page’s data', () => {
  it('is never run, in an address, a response or a problem, rendered by the server or by the app', async () => {
    const did = await registerPanelist();
    const page = await open();
    const expectNothingRun = async (where: string) => {
      await page.getByRole('banner').waitFor();
      const found = await page.evaluate(() => [
        'injected' in window,
        document.querySelectorAll('img[src="x"], [onerror]').length,
      ]);
      expect([where, ...found]).toEqual([where, false, 0]);
    };
    for (const path of [screens.home, screens.balance, screens.apply, screens.surveyResult('thanks'), `/${inUrl}`])
      for (const query of [`x-binu-did=${did}&note=${inUrl}`, `x-binu-did=${inUrl}`, `partner=${inUrl}&${inUrl}=1`]) {
        await page.goto(`${path}?${query}#${inUrl}`);
        await expectNothingRun(`${path}?${query}`);
      }

    const problem = { type: MARKUP, title: MARKUP, status: 400, detail: MARKUP, code: MARKUP, requestId: MARKUP };
    await page.route('**/api/v2/panelist/did/**', (route) =>
      route.fulfill({
        status: 200,
        json: { status: MARKUP, available_reward: MARKUP, pending_reward: 0, total_rewards: 0 },
      }),
    );
    await visit(page, `${screens.balance}?x-binu-did=${did}`);
    await expectNothingRun(screens.balance);

    // A form shows a problem's detail as text.
    await page.route(`**${secondRoundForm.path}`, (route) =>
      route.fulfill({ status: 400, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await openForm(page, secondRoundForm, did);
    await fillIn(page, secondRoundForm.definition, secondRoundForm.answers);
    await submitButton(page).click();
    await expectFailure(page, MARKUP);
    await expectNothingRun(secondRoundForm.path);
  });
});
