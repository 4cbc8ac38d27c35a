import type { PayloadFault } from '../questionnaire/decode.ts';

/** Specification: the one preference, whether a panelist receives research tasks. */
const RESEARCH = 'research';

/** The payload of a preference update. */
export const encodePreference = (receive: boolean): object => ({ data: [{ preference: RESEARCH, value: receive }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Decodes a preference update, or returns all of its faults. */
export function decodePreference(
  body: unknown,
): { readonly receive: boolean } | { readonly faults: readonly PayloadFault[] } | 'not-the-payload' {
  if (!isObject(body) || !Object.hasOwn(body, 'data')) return 'not-the-payload';
  const faults: PayloadFault[] = Object.keys(body)
    .filter((key) => key !== 'data')
    .map((path) => ({ path, code: 'unknownField' }));
  const { data } = body;
  const item: unknown = Array.isArray(data) ? data[0] : undefined;
  if (!Array.isArray(data)) faults.push({ path: 'data', code: 'wrongType' });
  else if (data.length !== 1) faults.push({ path: 'data', code: data.length === 0 ? 'required' : 'wrongLength' });
  else if (!isObject(item)) faults.push({ path: 'data.0', code: 'wrongType' });
  else {
    for (const key of ['preference', 'value'])
      if (!Object.hasOwn(item, key)) faults.push({ path: `data.0.${key}`, code: 'required' });
    for (const key of Object.keys(item))
      if (key !== 'preference' && key !== 'value') faults.push({ path: `data.0.${key}`, code: 'unknownField' });
    if (Object.hasOwn(item, 'preference') && item.preference !== RESEARCH)
      faults.push({ path: 'data.0.preference', code: 'notAnOption' });
    if (Object.hasOwn(item, 'value') && typeof item.value !== 'boolean')
      faults.push({ path: 'data.0.value', code: 'wrongType' });
  }
  if (faults.length > 0) return { faults };
  return { receive: (item as { value: boolean }).value };
}
