import { atSandbox, kinds } from '../platform/setting-kinds.ts';
import { setting } from '../platform/settings.ts';

export const CHAT = {
  url: setting('CHAT_API_URL', kinds.base, {
    sandbox: atSandbox('/chat/v1'),
    about: 'Paths are appended to this and to the partners’ addresses: no query, no user.',
  }),
  key: setting('CHAT_API_KEY', kinds.secret({ isSent: true })),
};
