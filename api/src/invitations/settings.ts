import { parseSendingHours, SENDING_HOURS, type SendingHours } from '@panel/domain/console/sends';
import { isDid } from '@panel/domain/panelists/rules';
import { atSandbox, kinds, listLike } from '../platform/setting-kinds.ts';
import { type Kind, setting, type TextOf } from '../platform/settings.ts';

export const STUDIES = {
  origins: setting('STUDY_ORIGINS', kinds.origins, {
    default: '',
    sandbox: atSandbox(''),
    about: 'The allowed origins of studies, separated by commas. Links to a removed origin stop working.',
  }),
  secret: setting('STUDY_SECRET', kinds.secret({ minLength: 32 }), {
    required: { if: 'STUDY_ORIGINS is set', holds: (textOf: TextOf) => textOf('STUDY_ORIGINS') !== '' },
    about: 'Signs a study’s "finished" call, at least 32 characters: openssl rand -hex 32.',
  }),
};

const hours: Kind<SendingHours> = {
  is: 'two times of one day, such as 08:00-20:00',
  parse: (text) => parseSendingHours(text) ?? undefined,
};

export const SENDS = {
  contactsPerWeek: setting('CONTACTS_PER_WEEK', kinds.integer(1, 100), {
    default: 3,
    about: 'How often a panelist may be contacted in seven days: tasks, reminders and profiling surveys together.',
  }),
  sendingHours: setting('SENDING_HOURS', hours, {
    default: `${SENDING_HOURS.from}-${SENDING_HOURS.to}`,
    about:
      'When these are sent, in South African time. Messages that are due later wait until the next morning. Messages about money are sent at any time.',
  }),
  testDevices: setting('TEST_DEVICES', listLike('dids', isDid), {
    default: '',
    sandbox: 'test-device-1',
    about: 'The dids of the panel’s own devices, separated by commas. Operators send tests of an invitation to them.',
  }),
};
