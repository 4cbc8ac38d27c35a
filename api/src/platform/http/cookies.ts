import type { FastifyReply, FastifyRequest } from 'fastify';

type CookieOptions = {
  readonly path?: string;
  readonly sameSite?: 'Lax' | 'Strict';
  /** In seconds; 0 deletes the cookie. Without it, the cookie lasts until the browser is closed. */
  readonly maxAge?: number | undefined;
  readonly isHttps?: boolean;
  /** Whether scripts can read it. */
  readonly isReadable?: boolean;
};

/** With https, a cookie for every path gets this prefix, so that no other host can set it. */
export const hostCookie = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name);

/** Sets the cookie in addition to the others of this response. */
export function setCookie(reply: FastifyReply, name: string, value: string, options: CookieOptions): void {
  const { path = '/', sameSite, maxAge, isHttps, isReadable } = options;
  const attributes = [
    `Path=${path}`,
    !isReadable && 'HttpOnly',
    sameSite && `SameSite=${sameSite}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    isHttps && 'Secure',
  ];
  reply.header('set-cookie', [`${name}=${value}`, ...attributes.filter(Boolean)].join('; '));
}

/** Every value that a request has for a cookie, in the order sent. */
export const readCookies = ({ headers }: FastifyRequest, name: string): string[] =>
  (headers.cookie?.split(';') ?? []).flatMap((pair) => {
    const [key, ...value] = pair.split('=');
    return key?.trim() === name ? [value.join('=').trim()] : [];
  });
