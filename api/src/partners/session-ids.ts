/** The id of a survey session, which partners send back to us. */
import { randomBytes } from 'node:crypto';

export const newSessionId = (): string => `s_${randomBytes(16).toString('hex')}`;

export const isSessionId = (text: string): boolean => /^s_[0-9a-f]{32}$/.test(text);
