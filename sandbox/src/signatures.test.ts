import { expect, it } from 'vitest';
import { cintSignature } from './partners/cint-match.ts';
import { routerEntrySignature, routerSignature } from './partners/cint-router.ts';
import { pureSpectrumHash } from './partners/purespectrum.ts';

const KEY = 'sandbox-secret';

it.each([
  [
    'Cint entry',
    cintSignature,
    'https://www.samplicio.us/s/default.aspx?SID=00000000-0000-4000-8000-000000000001&PID=p_abc123&MID=s_0001&42=26&43=2&',
    'Hh2dHeucDCBEBq49uGDCsw2zJwc',
  ],
  [
    'Cint return',
    cintSignature,
    'https://panel.example/return/cint/complete?mid=s_0001&pid=p_abc123&rev=1.05&',
    'UFunKXZusVzYSlaUat_wm1jR5-4',
  ],
  ['router entry', routerEntrySignature, 'unique_user_id=p_abc123&age=26&gender=f', 'e43df3b7518dd41116fce4fddd381072'],
  [
    'router callback',
    routerSignature,
    'https://panel.example/cb/ys?ssi=s_0001&status=complete',
    '5b455ce7b3457b65ac1ec82d28915b06daf1b3a3f3a7a1b7e0ec1437c1bdfc48',
  ],
  [
    'PureSpectrum',
    (key: string, text: string) => pureSpectrumHash('sha1', key, text),
    'https://panel.example/cb/ps/complete?transactionId=s_0001&memberId=p_abc123&cpi=1.00&survey_LOI=10&surveyID=12345678',
    '1c71207d6d0b2063d802cbd2f3a26280a225582b',
  ],
])('signs as the %s does', (_, sign, text, signature) => {
  expect(sign(KEY, text)).toBe(signature);
});
