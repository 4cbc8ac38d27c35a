/** The measured screens, shown by the product and by the same page as plain HTML. */
import { api, DID_PARAMETER, screens } from '@panel/domain/paths';
import { asksOf, type Questionnaire } from '@panel/domain/questionnaire/definition';
import { PROFILING_QUESTIONNAIRES } from '@panel/domain/questionnaires';
import { APPLY } from '@panel/domain/wording';
import type { Browser } from 'playwright-core';
import { startDatabase, startProduct } from '../product.ts';
import { didOf, fillPanel } from '../seed.ts';
import { serveStaticCopy } from './static-page.ts';

type Screen = {
  readonly name: string;
  readonly path: string;
  /** What the panelist came for: their own first text, or that of the form. */
  readonly text: string;
  readonly hasForm: boolean;
};

const DID = didOf(1);
const firstQuestion = (definition: Questionnaire) => asksOf(definition)[0]?.question.label ?? '';

/** Every panelist of the filled panel has R60 available. */
const BALANCE = 'R60';
export const SCREENS: readonly Screen[] = [
  { name: 'home', path: `${screens.home}?${DID_PARAMETER}=${DID}`, text: BALANCE, hasForm: false },
  {
    name: 'apply',
    path: `${screens.apply}?${DID_PARAMETER}=not-yet-registered-1`,
    text: APPLY.termsTitle,
    hasForm: true,
  },
  ...(['quarterly', 'yearly'] as const).map((survey) => ({
    name: survey,
    path: `${screens.profiling(survey)}/${DID}`,
    text: firstQuestion(PROFILING_QUESTIONNAIRES[survey]),
    hasForm: true,
  })),
  { name: 'balance', path: `${screens.balance}?${DID_PARAMETER}=${DID}`, text: BALANCE, hasForm: false },
];

export const OURS = 'Panel';
export const STATIC = 'static HTML';
export type Contestant = { readonly name: string; readonly screen: Screen; readonly url: string };

type Field = {
  readonly contestants: readonly Contestant[];
  close(): Promise<void>;
};

export async function startContestants(browser: Browser): Promise<Field> {
  const database = await startDatabase();
  await fillPanel(database.client, { from: 0, to: 10 });
  const product = await startProduct(database.url, 'api');
  // No visit should pay for the first statement.
  await fetch(product.origin + api.registrationCheck(DID));
  const contestants: Contestant[] = [];
  const stops: (() => void)[] = [];
  for (const screen of SCREENS) {
    const url = product.origin + screen.path;
    const copy = await serveStaticCopy(browser, url, screen.text);
    stops.push(copy.stop);
    contestants.push({ name: OURS, screen, url }, { name: STATIC, screen, url: copy.origin + screen.path });
  }
  return {
    contestants,
    async close() {
      for (const stop of stops) stop();
      await product.stop();
      await database.close();
    },
  };
}
