import { describe, expect, it } from 'vitest';
import { entriesOf } from '../platform/security/secrets.ts';
import { cintHash } from './cint-match/adapter.ts';
import { routerCallbackHmac, routerEntryHmac } from './cint-router/adapter.ts';
import { SIGNATURES as PURE_SPECTRUM_SIGNATURES } from './purespectrum/adapter.ts';
import { hasValidUrlSignature, isKey, signWith } from './reading.ts';

const KEY = 'sandbox-secret';

const PURE_SPECTRUM_CALLBACK =
  'https://panel.example/cb/ps/complete?transactionId=s_0001&memberId=p_abc123&cpi=1.00&survey_LOI=10&surveyID=12345678';

describe('the signatures', () => {
  it.each([
    [
      'Cint, on the way out',
      cintHash,
      'https://www.samplicio.us/s/default.aspx?SID=00000000-0000-4000-8000-000000000001&PID=p_abc123&MID=s_0001&42=26&43=2&',
      'Hh2dHeucDCBEBq49uGDCsw2zJwc',
    ],
    [
      'Cint, on the way back',
      cintHash,
      'https://panel.example/return/cint/complete?mid=s_0001&pid=p_abc123&rev=1.05&',
      'UFunKXZusVzYSlaUat_wm1jR5-4',
    ],
    [
      'YourSurveys, on the way out',
      routerEntryHmac,
      'unique_user_id=p_abc123&age=26&gender=f',
      'e43df3b7518dd41116fce4fddd381072',
    ],
    [
      'YourSurveys, on the way back',
      routerCallbackHmac,
      'https://panel.example/cb/ys?ssi=s_0001&status=complete',
      '5b455ce7b3457b65ac1ec82d28915b06daf1b3a3f3a7a1b7e0ec1437c1bdfc48',
    ],
    ['PureSpectrum', PURE_SPECTRUM_SIGNATURES.sha1, PURE_SPECTRUM_CALLBACK, '1c71207d6d0b2063d802cbd2f3a26280a225582b'],
    [
      'PureSpectrum by sha256',
      PURE_SPECTRUM_SIGNATURES.sha256,
      PURE_SPECTRUM_CALLBACK,
      '863d23dc0c760d76e79589079376a61d1508faf3c4355acc53d9d86edf97f07c',
    ],
    [
      'PureSpectrum by hmac-sha1',
      PURE_SPECTRUM_SIGNATURES['hmac-sha1'],
      PURE_SPECTRUM_CALLBACK,
      'f69a04d8b265db3b7ea9ec1b6ebb2d8ad6676812',
    ],
    [
      'PureSpectrum by hmac-sha256',
      PURE_SPECTRUM_SIGNATURES['hmac-sha256'],
      PURE_SPECTRUM_CALLBACK,
      '27275aa619313cf54dff19d89b66b906ec603bf94351ae18772396856eda7507',
    ],
  ])('of %s match the golden ones', (_, sign, text, expected) => {
    expect(sign(KEY, text)).toBe(expected);
  });

  it('verify with the newest key and the previous one, and are made with the newest', () => {
    const url = 'https://panel.example/cb/ys?ssi=s_0001&status=complete';
    const secret = 'newest, older';
    for (const key of ['newest', 'older'])
      expect(hasValidUrlSignature(routerCallbackHmac, secret, `${url}&s=${routerCallbackHmac(key, url)}`, 's')).toBe(
        true,
      );
    expect(hasValidUrlSignature(routerCallbackHmac, secret, `${url}&s=${routerCallbackHmac(secret, url)}`, 's')).toBe(
      false,
    );
    expect(signWith(routerCallbackHmac, secret, url)).toBe(routerCallbackHmac('newest', url));
  });

  it('never verify without a key', () => {
    const url = 'https://panel.example/cb?a=1';
    for (const secret of ['', ' ', ',', ' , ']) {
      expect(entriesOf(secret)).toEqual([]);
      expect(
        hasValidUrlSignature(
          PURE_SPECTRUM_SIGNATURES.sha1,
          secret,
          `${url}&h=${PURE_SPECTRUM_SIGNATURES.sha1('', url)}`,
          'h',
        ),
      ).toBe(false);
      expect(isKey(secret, '')).toBe(false);
      expect(() => signWith(PURE_SPECTRUM_SIGNATURES.sha1, secret, url)).toThrow();
    }
  });

  it('must be the last parameter, once, and in the exact case', () => {
    const url = 'https://panel.example/cb?a=1&b=2';
    const good = `${url}&h=${PURE_SPECTRUM_SIGNATURES.sha1(KEY, url)}`;
    expect(hasValidUrlSignature(PURE_SPECTRUM_SIGNATURES.sha1, KEY, good, 'h')).toBe(true);
    const [, signature = ''] = good.split('&h=');
    for (const bad of [
      `https://panel.example/cb?h=${signature}&a=1&b=2`,
      `${url}&h=${signature.toUpperCase()}`,
      `${good}&`,
      `${good}&h=`,
      `${good}&c=3`,
      `${url}&H=${signature}`,
      `${url}&h=`,
      url,
    ])
      expect(hasValidUrlSignature(PURE_SPECTRUM_SIGNATURES.sha1, KEY, bad, 'h'), bad).toBe(false);
  });
});
