import { describe, expect, it } from 'vitest';
import { isSurveyAddress } from './open-survey.ts';

const [HTTPS, HTTP] = [{ protocol: 'https:' }, { protocol: 'http:' }] as Location[];

describe('T12: the address of a survey', () => {
  it.each([
    'https://survey.example',
    'https://survey.example:8443/s/1?id=a%20b&to=https://a.example/@b#part',
    'HTTPS://SURVEY.example?id=user@host',
    'https://[2001:db8::1]/s',
  ])('%j is opened, from any page', (url) => {
    expect([isSurveyAddress(url, HTTPS), isSurveyAddress(url, HTTP)]).toEqual([true, true]);
  });

  it('of a sandbox without https is opened only from a page without https', () => {
    const url = 'http://localhost:4000/router?s=1';
    expect([isSurveyAddress(url, HTTP), isSurveyAddress(url, HTTPS)]).toEqual([true, false]);
  });

  it.each([
    // Another scheme, or none.
    'javascript:alert(1)',
    'JaVaScRiPt://survey.example/%0aalert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://survey.example/1',
    'vbscript:x',
    'file:///etc/passwd',
    'intent://survey.example#Intent;scheme=https;end',
    'view-source:https://survey.example/',
    '//survey.example/',
    '\\\\survey.example\\',
    '/\\survey.example',
    '/s/1',
    'survey.example',
    // Read by browsers like https://.
    'https:survey.example',
    'https:/survey.example',
    'https:\\\\survey.example',
    'https:///survey.example',
    'https:/\\survey.example',
    // A name that looks like the host.
    'https://survey.example@evil.example/',
    'https://survey.example:secret@evil.example/',
    'https://@evil.example/',
    'https://evil.example\\@survey.example/',
    'https://evil.example\\.survey.example/',
    // Characters that browsers drop.
    ' https://survey.example/',
    '\u0001https://survey.example/',
    'ht\ntps://survey.example/',
    'https://survey\t.example/',
    'https://survey.example/\r\nset-cookie: a=b',
    'https://survey.example/\u0000',
    'https://survey.example/\u007f',
    'https://survey.example/ ',
    'https://survey.example/\u2028',
    'https://',
    'https://?x',
    '',
  ])('%j is not opened from any page', (url) => {
    expect([isSurveyAddress(url, HTTPS), isSurveyAddress(url, HTTP)]).toEqual([false, false]);
  });

  it.each([null, undefined, 7, {}, ['https://survey.example/'], { toString: () => 'https://survey.example/' }])(
    '%j is none',
    (url) => expect(isSurveyAddress(url, HTTPS)).toBe(false),
  );
});
