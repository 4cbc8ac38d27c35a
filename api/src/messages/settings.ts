import { atSandbox, kinds } from '../platform/setting-kinds.ts';
import type { SettingsGroup } from '../platform/settings.ts';

export const CHAT = {
  title: 'The super-app',
  about: 'Its business API.',
  settings: {
    url: {
      name: 'CHAT_API_URL',
      kind: kinds.base,
      sandbox: atSandbox('/chat/v1'),
      about: 'Paths are appended to this and to the partners’ addresses: no query, no user.',
    },
    key: { name: 'CHAT_API_KEY', kind: kinds.secret({ isSent: true }) },
  },
} as const satisfies SettingsGroup;
