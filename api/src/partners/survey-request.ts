/** Requests the surveys that a partner offers to one panelist. */
import { wholeMinutes } from '@panel/domain/partners/length';
import type { Partner } from '@panel/domain/partners/partners';
import { httpRequest, tryParseJson } from '../platform/parties/client.ts';
import type { ListResult, OfferedSurvey } from './partner.ts';

type ReadSurvey = {
  readonly surveyId: string | undefined;
  readonly usdMicros: bigint | undefined;
  readonly seconds: number | undefined;
  readonly url: string | null;
};

type SurveyRequest = {
  readonly party: Partner;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Only the first surveys are read. */
  readonly max: number;
  /** Statuses that refuse one request and don't affect the next one. */
  readonly aboutPerson?: ReadonlySet<number>;
  read(survey: Readonly<Record<string, unknown>>): ReadSurvey;
};

/** Surveys without an id or an allowed link are left out. */
export async function requestSurveys({ url, max, aboutPerson, read, ...request }: SurveyRequest): Promise<ListResult> {
  const result = await httpRequest(url, request);
  if (result.kind === 'failure') return { kind: 'error', code: result.code };
  if (result.status !== 200)
    return { kind: 'error', code: `status-${result.status}`, isAboutPerson: aboutPerson?.has(result.status) ?? false };
  const body = tryParseJson(result.text);
  if (body === undefined) return { kind: 'error', code: 'not-json' };
  const { surveys } = Object(body) as { surveys?: unknown };
  if (!Array.isArray(surveys)) return { kind: 'error', code: 'unexpected-answer' };
  const listed = surveys.slice(0, max);
  const offered = listed.flatMap((one): readonly OfferedSurvey[] => {
    const { surveyId, usdMicros, seconds, url: link } = read(Object(one));
    if (surveyId === undefined || link === null) return [];
    return [{ surveyId, usdMicros, minutes: seconds && Math.max(1, wholeMinutes(seconds)), url: link }];
  });
  return { kind: 'list', surveys: offered, isBroken: offered.length < listed.length };
}
