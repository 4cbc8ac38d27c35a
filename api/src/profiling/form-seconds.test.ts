import type { GOLDEN } from '@panel/domain/golden';
import { FORM_SECONDS_HEADER } from '@panel/domain/quality/speed';
import { describe, expect, it } from 'vitest';
import { goldenFor, idOf, newDid, registered, SUBMISSION_CALLS, useKit } from '../../test/kit.ts';

const kit = useKit();

type Call = readonly [name: keyof typeof GOLDEN, method: 'POST' | 'PUT', url: string];

/** Sends a form with this header, and returns the status and the seconds that are stored. */
async function sendForm([name, method, url]: Call, header: string | null) {
  const did = name === 'registration' ? newDid() : await registered(kit());
  const headers = header === null ? {} : { [FORM_SECONDS_HEADER]: header };
  const { statusCode } = await kit().app.inject({ method, url, payload: goldenFor(name, did), headers });
  const { rows } = await kit().db.query(
    'select form_seconds as seconds from submissions where panelist_id = $1 order by id desc limit 1',
    [await idOf(kit(), did)],
  );
  return { statusCode, seconds: rows[0].seconds };
}

describe('T11: the time that a form took', () => {
  it.each(SUBMISSION_CALLS)('is stored with the form: %s', async (...call) => {
    expect(await sendForm(call, '95')).toMatchObject({ seconds: 95 });
  });

  it.each([null, '', '-1', 'soon', '1e9', '99999999999999999999', '1.5', '86401', '5, 5'])(
    'never refuses a form, and nonsense is no time: %o',
    async (header) => {
      for (const call of SUBMISSION_CALLS) {
        const { statusCode, seconds } = await sendForm(call, header);
        expect([statusCode, seconds]).toEqual([call[0] === 'registration' ? 201 : 200, null]);
      }
    },
  );
});
