import type { CodesPageData, UnknownCode } from '@panel/api/partners/codes-page';
import { OUTCOME_WORDS, type Outcome } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { buttonClass } from '@panel/ui/Button';
import { useAddress } from '../address.ts';
import { capitalize, count, dayAndTime, plural } from '../format.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { useMayRun } from '../operations/use-may-run.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { Reference } from '../parts/Reference.tsx';
import { StatusPill, type Tone } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import textStyles from '../parts/text.module.css';
import { OpenProposal } from '../proposals/OpenProposal.tsx';
import type { PageProps } from '../shell/PageState.tsx';
import { RETURN_WORDS } from '../words.ts';

export const CodesPage = ({ data: { unknown, mapped, builtIn, open } }: PageProps<'codes'>) => (
  <>
    <PageHead
      title="Partner status codes"
      sub="What partners’ codes mean. Cint Match sends two, as 3/10: the marketplace’s, then the client’s survey’s."
    />
    {open && <OpenCode open={open} />}
    <UnknownCodes unknown={unknown} />
    <MappedCodes mapped={mapped} />
    <BuiltInCodes builtIn={builtIn} />
  </>
);

const nameOf = ({ partner, code }: Pick<UnknownCode, 'partner' | 'code'>) => `${PARTNER_NAMES[partner]} ${code}`;
const hrefOf = ({ partner, code }: UnknownCode) => `/codes?${new URLSearchParams({ partner, code })}`;

/** How the browsers came back, which suggests what the code means. */
function returnsOf({ sessions, finished, notFinished }: UnknownCode): string {
  const parts = [
    [finished, 'came back as finished'],
    [notFinished, 'came back as not finished'],
    [sessions - finished - notFinished, 'didn’t come back'],
  ] as const;
  return parts.flatMap(([many, what]) => (many > 0 ? `${count(many)} ${what}` : [])).join(', ');
}

function OpenCode({ open }: { open: NonNullable<CodesPageData['open']> }) {
  const { partner, code, lastEvent, list, proposal } = open;
  return (
    <TableCard
      title={`Sessions with ${nameOf(open)}`}
      sub={`${returnsOf(open)}. Those that are a technical failure get the outcome that you choose; the others keep theirs.`}
      csv={{ page: 'codes', table: 'sessions' }}
      tools={
        <OpenProposal proposal={proposal} isSmall>
          <OperationButton
            name="map-code"
            known={{ partner, code, event: lastEvent }}
            subject={`${nameOf(open)} · ${plural(open.sessions, 'session')} since ${dayAndTime(open.firstAt)}`}
            isPrimary
            isSmall
          >
            Map to an outcome…
          </OperationButton>
        </OpenProposal>
      }
      narrow="cards"
      rows={list}
      rowKey={({ session }) => session}
      columns={[
        { head: 'Session', cell: ({ session }) => <Reference value={session} /> },
        { head: 'Entered', cell: ({ enteredAt }) => dayAndTime(enteredAt) },
        { head: 'Browser', cell: ({ returned }) => (returned ? RETURN_WORDS[returned] : 'Didn’t come back') },
        { head: 'Outcome now', cell: ({ outcome }) => OUTCOME_WORDS[outcome] },
      ]}
    />
  );
}

function UnknownCodes({ unknown }: Pick<CodesPageData, 'unknown'>) {
  // Its sessions are listed first.
  const nextStep = useMayRun(['map-code']) ? 'Map…' : 'Sessions';
  return (
    <TableCard
      title="Unrecognised codes"
      sub="Sessions with these codes earn nothing. Ask the partner what a code means, then map it."
      csv={{ page: 'codes', table: 'unknown' }}
      tools={unknown.length > 0 && <StatusPill tone="wait">{`${count(unknown.length)} waiting`}</StatusPill>}
      narrow="cards"
      rows={unknown}
      rowKey={nameOf}
      isWaiting={({ proposal }) => proposal === null}
      empty="Every code is recognised."
      columns={[
        { head: 'Code', cell: ({ code }) => <span className={textStyles.mono}>{code}</span>, foot: 'Total' },
        { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
        { head: 'Sessions', value: ({ sessions }) => sessions, isSummed: true },
        { head: 'First seen', cell: ({ firstAt }) => dayAndTime(firstAt) },
        { head: 'Last seen', cell: ({ lastAt }) => dayAndTime(lastAt) },
        { head: 'Browsers', cell: returnsOf },
        {
          head: 'Next step',
          isAction: true,
          cell: (code) => (
            <OpenProposal proposal={code.proposal} isSmall>
              <Link
                className={buttonClass('plain', true)}
                href={hrefOf(code)}
                aria-label={`${nextStep} ${nameOf(code)}`}
              >
                {nextStep}
              </Link>
            </OpenProposal>
          ),
        },
      ]}
    />
  );
}

const MappedCodes = ({ mapped }: Pick<CodesPageData, 'mapped'>) => (
  <TableCard
    title="Mapped codes"
    sub="A mapping takes two people, and never pays a reward."
    csv={{ page: 'codes', table: 'mapped' }}
    narrow="cards"
    rows={mapped}
    rowKey={nameOf}
    empty="No code is mapped."
    columns={[
      { head: 'Code', cell: ({ code }) => <span className={textStyles.mono}>{code}</span> },
      { head: 'Partner', cell: ({ partner }) => PARTNER_NAMES[partner] },
      { head: 'Outcome', cell: ({ outcome }) => OUTCOME_WORDS[outcome] },
      { head: 'Mapped', cell: ({ mappedAt }) => dayAndTime(mappedAt) },
      {
        head: 'Next step',
        isAction: true,
        cell: ({ partner, code, proposal }) => (
          <OpenProposal proposal={proposal} isSmall>
            <OperationButton
              name="map-code"
              known={{ partner, code, event: '0' }}
              subject={`${nameOf({ partner, code })} · sessions that have an outcome keep it`}
              isSmall
            >
              Change…
            </OperationButton>
          </OpenProposal>
        ),
      },
    ]}
  />
);

function toneOf(outcome: Outcome): Tone {
  if (outcome === 'complete' || outcome === 'reinstated') return 'good';
  return outcome === 'reversed' ? 'bad' : 'fact';
}

const SENDERS = { marketplace: 'Marketplace', client: 'Client’s survey' } as const;

/** The tab is a `view`, which the server doesn’t read. */
function BuiltInCodes({ builtIn }: Pick<CodesPageData, 'builtIn'>) {
  const { query } = useAddress();
  const shown = PARTNERS.find((partner) => partner === query.get('view')) ?? PARTNERS[0];
  const codesOf = (of: Partner) => builtIn.filter(({ partner }) => partner === of);
  return (
    <TableCard
      title="Built-in codes"
      sub="From the partners’ documents. Only Complete and Reinstated pay."
      csv={{ page: 'codes', table: 'built-in' }}
      above={
        <Tabs
          name="view"
          label="Filter by partner"
          value={shown}
          tabs={PARTNERS.map((value) => ({ value, label: PARTNER_NAMES[value], count: codesOf(value).length }))}
        />
      }
      narrow="cards"
      rows={codesOf(shown)}
      rowKey={({ sender, code }) => `${sender} ${code}`}
      columns={[
        { head: 'Code', cell: ({ code }) => <span className={textStyles.mono}>{code}</span> },
        { head: 'Means', onPhone: 'below', cell: ({ meaning }) => capitalize(meaning) },
        { head: 'From', cell: ({ sender }) => (sender ? SENDERS[sender] : '–') },
        {
          head: 'Outcome',
          onPhone: 'top',
          cell: ({ outcome }) => <StatusPill tone={toneOf(outcome)}>{OUTCOME_WORDS[outcome]}</StatusPill>,
        },
      ]}
    />
  );
}
