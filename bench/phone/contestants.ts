/** The measured screens, shown by the product, by the same page as plain HTML, and by other form libraries. */
import { api, DID_PARAMETER, screens } from '@panel/domain/paths';
import { quarterly } from '@panel/domain/profiling/quarterly';
import { yearly } from '@panel/domain/profiling/yearly';
import { asksOf, type Questionnaire } from '@panel/domain/questionnaire/definition';
import { APPLY } from '@panel/domain/wording';
import type { Browser } from 'playwright-core';
import { startDatabase, startProduct } from '../product.ts';
import { didOf, fillPanel } from '../seed.ts';
import { buildPeer, PEERS, type PeerName } from './peers.ts';
import { type PlainFile, servePlain } from './plain-server.ts';
import { staticCopy } from './static-page.ts';

type Screen = {
  readonly name: string;
  readonly path: string;
  /** What the panelist came for: their own first text, or that of the form. */
  readonly text: string;
  readonly hasForm: boolean;
  readonly questionnaire?: Questionnaire;
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
  ...[quarterly, yearly].map((definition) => ({
    name: definition.id,
    path: `${screens.profiling(definition.id)}/${DID}`,
    text: firstQuestion(definition),
    hasForm: true,
    questionnaire: definition,
  })),
  { name: 'balance', path: `${screens.balance}?${DID_PARAMETER}=${DID}`, text: BALANCE, hasForm: false },
];

export const OURS = 'Panel';
export const STATIC = 'static HTML';
export type Contestant = { readonly name: string; readonly screen: Screen; readonly url: string };

type Field = {
  readonly contestants: readonly Contestant[];
  readonly productOrigin: string;
  close(): Promise<void>;
};

/** The product on a small panel. One registration check is made first, so that no visit pays for the first statement. */
async function startFilledProduct() {
  const database = await startDatabase();
  await fillPanel(database.client, { from: 0, to: 10 });
  const product = await startProduct(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
  await fetch(product.origin + api.registrationCheck(DID));
  return {
    origin: product.origin,
    async close() {
      await product.stop();
      await database.close();
    },
  };
}

export async function startContestants(browser: Browser): Promise<Field> {
  const product = await startFilledProduct();
  const stops: (() => unknown)[] = [];
  const serve = async (files: ReadonlyMap<string, PlainFile>) => {
    const server = await servePlain(files);
    stops.push(server.stop);
    return server.origin;
  };

  const contestants: Contestant[] = [];
  for (const screen of SCREENS) {
    const url = product.origin + screen.path;
    const copy = await serve(await staticCopy(browser, url, screen.text));
    contestants.push({ name: OURS, screen, url }, { name: STATIC, screen, url: copy + screen.path });
  }
  const forms = SCREENS.flatMap((screen) =>
    screen.questionnaire ? [{ screen, definition: screen.questionnaire }] : [],
  );
  for (const name of Object.keys(PEERS) as PeerName[]) {
    const origin = await serve(
      await buildPeer(
        name,
        forms.map(({ definition }) => definition),
      ),
    );
    for (const { screen, definition } of forms) contestants.push({ name, screen, url: `${origin}/${definition.id}` });
  }
  return {
    contestants,
    productOrigin: product.origin,
    async close() {
      for (const stop of stops) stop();
      await product.close();
    },
  };
}
