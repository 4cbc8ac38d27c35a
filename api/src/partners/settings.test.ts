import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PARTNER_NAMES, PARTNERS } from '@panel/domain/partners/partners';
import { expect, it } from 'vitest';
import { exampleOf } from '../platform/settings.ts';
import { adapterOf } from './adapters.ts';

const FILE = fileURLToPath(new URL('../../../.env.example', import.meta.url));

it('.env.example has every partner’s settings', async () => {
  const text = readFileSync(FILE, 'utf8');
  const settings = PARTNERS.map(
    (partner) => `# ${PARTNER_NAMES[partner]}.\n${exampleOf(adapterOf(partner).settings)}\n`,
  );
  const [start, end] = [
    text.indexOf('\n\n', text.indexOf('# The survey partners.')),
    text.indexOf('\n# The voucher issuer.'),
  ];
  const written = `${text.slice(0, start)}\n\n${settings.join('\n')}${text.slice(end)}`;
  await expect(written).toMatchFileSnapshot(FILE);
});
