import { CHOICES, type ChoiceState, type KnownTopic, type YourData } from '@panel/domain/panelists/your-data';
import { knownTopics, qualityTopic } from '@panel/domain/topics';
import { identify } from '../identity/panelists.ts';
import type { Queries } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { Vault } from '../platform/security/vault.ts';
import { researchPreference } from '../preferences/store.ts';
import { storedLsmGroup } from '../profiling/lsm-groups.ts';
import { answeredAt, profileAnswers } from '../profiling/store.ts';
import { qualityOf } from '../quality/store.ts';
import { type ConsentRecord, consentsOf } from './consents.ts';
import { readLock } from './data-lock.ts';
import { openingsOf } from './openings.ts';

/** A panelist's answers by topic, in the words of the questions. */
export async function topicsOf(db: Queries, vault: Vault, panelistId: string): Promise<KnownTopic[]> {
  const [answers, times, lsmGroup, quality] = await Promise.all([
    profileAnswers(db, vault, panelistId),
    answeredAt(db, panelistId),
    storedLsmGroup(db, panelistId),
    qualityOf(db, panelistId),
  ]);
  return [...knownTopics(answers, times, lsmGroup), qualityTopic(quality?.score ?? null)];
}

/** Since when the last value applies: the first of the rows at the end that have it. */
function stateOf(rows: readonly ConsentRecord[]): Pick<ChoiceState, 'isOn' | 'since'> {
  const isOn = rows.at(-1)?.given ?? false;
  const turned = rows.findLastIndex(({ given }) => given !== isOn) + 1;
  const wasOn = rows.some(({ given }) => given);
  return { isOn, since: wasOn ? (rows[turned]?.recordedAt.toISOString() ?? null) : null };
}

export async function choicesOf(
  db: Queries,
  panelistId: string,
): Promise<Pick<YourData, 'acceptedTermsAt' | 'choices'>> {
  const [consents, research] = await Promise.all([consentsOf(db, panelistId), researchPreference(db, panelistId)]);
  const choices = CHOICES.map((choice): ChoiceState => {
    if (choice !== 'research') return { choice, ...stateOf(consents.filter(({ purpose }) => purpose === choice)) };
    // Without a stored preference a panelist receives research tasks.
    return { choice, isOn: research?.receive ?? true, since: research?.updatedAt.toISOString() ?? null };
  });
  const membership = consents.filter(({ purpose, given }) => purpose === 'membership' && given).at(-1);
  return { acceptedTermsAt: membership?.recordedAt.toISOString() ?? null, choices };
}

/** What the page shows to a caller with these unlock tokens. Without a valid one it has no answer. */
export async function readYourData(
  deps: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
  tokens: readonly string[],
): Promise<YourData> {
  const { database, vault, clock } = deps;
  const { id } = await identify(database, vault, did);
  const [choices, openings, lock] = await Promise.all([
    choicesOf(database, id),
    openingsOf(database, id, clock.now()),
    readLock(deps, id, tokens),
  ]);
  const topics = lock.unlockedUntil === null ? null : await topicsOf(database, vault, id);
  return { ...choices, openings, lock, topics };
}
