import { CONSENT_PURPOSES } from '@panel/domain/panelists/consents';
import { ethnicity } from '@panel/domain/panelists/questions';
import { type CommandContext, recordCommand, requireOption, type Subcommand } from '../console/command.ts';
import { NO_PANELIST, refuseUnknown } from '../console/find-panelist.ts';
import { OperatorError } from '../console/operation.ts';
import { lockPanelist } from '../identity/panelists.ts';
import { eraseAnswer } from '../profiling/erase.ts';
import { withdrawConsentStatement } from './consents.ts';

/** What a panelist can withdraw without leaving the panel. */
const WITHDRAWABLE = CONSENT_PURPOSES.filter((purpose) => purpose !== 'membership');

async function withdraw(context: CommandContext): Promise<void> {
  const { deps, options } = context;
  const at = deps.clock.now();
  const purpose = WITHDRAWABLE.find((one) => one === requireOption(context, 'purpose'));
  if (!purpose)
    throw new OperatorError(`--purpose must be one of ${WITHDRAWABLE.join(', ')}. To end membership, use erase.`);
  const reason = requireOption(context, 'reason');
  const did = typeof options.did === 'string' ? options.did : (await context.prompt('did: ')).trim();
  await deps.database.transaction(async (tx) => {
    const { id } = await lockPanelist(tx, deps.vault, did).catch(refuseUnknown(NO_PANELIST));
    await tx.many(withdrawConsentStatement(id, purpose, at));
    if (purpose === 'special:ethnicity') await eraseAnswer(tx, deps.vault, id, ethnicity.id);
    await recordCommand(tx, context, { command: `consents withdraw ${purpose}`, subject: id, reason });
  });
  context.print('Withdrawn.');
}

export const consentCommands: readonly Subcommand[] = [
  {
    name: 'consents withdraw',
    description:
      'Withdraws a consent at a panelist’s request. Without special:ethnicity the ethnicity is erased; without transfer_abroad there are no surveys.',
    roles: ['support'],
    options: [
      ['--did <did>', 'the panelist’s device id; asked for if left out'],
      ['--purpose <purpose>', WITHDRAWABLE.join(', ')],
    ],
    run: withdraw,
  },
];
