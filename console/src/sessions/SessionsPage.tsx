import type { OwnSession } from '@panel/api/console/own-sessions';
import { MAX_SESSION_MS, SESSION_IDLE_MS } from '@panel/domain/console/pages';
import { HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { age, capitalize, dayAndTime, plural } from '../format.ts';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card, type CardProps } from '../parts/Card.tsx';
import { PageHead } from '../parts/PageHead.tsx';
import { StatusPill } from '../parts/StatusPill.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import { Timeline } from '../parts/Timeline.tsx';
import type { PageProps } from '../shell/PageState.tsx';

const RULES = `Sessions end after ${SESSION_IDLE_MS / MINUTE_MS} minutes without use, and after ${MAX_SESSION_MS / HOUR_MS} hours at the latest`;

export function SessionsPage({ data: { at, sessions, tokens, signIns } }: PageProps<'sessions'>) {
  return (
    <>
      <PageHead title="Sessions" sub={RULES}>
        <OperationButton
          name="end-sessions"
          isDanger
          subject={`${plural(sessions.length, 'session')}, including this one, and ${plural(tokens.length, 'token')}`}
        >
          Sign out everywhere…
        </OperationButton>
      </PageHead>
      <Sessions
        title="Your sessions"
        sub="If you don’t recognise one, sign it out and tell your administrator."
        rows={sessions}
        at={at}
        unknown="Unknown browser"
        current="This session"
        none="No sessions."
      />
      <Sessions
        title="Your tokens for the command line"
        sub="A token acts with your role. It ends with the session that made it."
        tools={<OperationButton name="create-token">Make a token…</OperationButton>}
        rows={tokens}
        at={at}
        unknown="No name"
        current="Made in this session"
        none="No tokens."
      />
      <Card title="Your recent sign-ins" sub="The last ones of this account, from the audit">
        <Timeline
          entries={signIns.map(({ at: signedInAt, isRefused, reason }) => ({
            key: signedInAt,
            when: dayAndTime(signedInAt),
            what: isRefused ? 'Sign-in refused' : 'Signed in',
            why: capitalize(reason),
            tone: isRefused ? 'bad' : 'good',
          }))}
        />
      </Card>
    </>
  );
}

const isJustNow = (used: string, at: string): boolean => Date.parse(at) - Date.parse(used) < MINUTE_MS;

type SessionsProps = Pick<CardProps, 'title' | 'sub' | 'tools'> & {
  rows: OwnSession[];
  at: string;
  unknown: string;
  current: string;
  none: string;
};

const Sessions = ({ rows, at, unknown, current, none, ...card }: SessionsProps) => (
  <TableCard
    {...card}
    narrow="cards"
    rows={rows}
    rowKey={({ id }) => id}
    empty={none}
    columns={[
      {
        head: 'Name',
        cell: ({ label, isCurrent }) => (
          <>
            {label ?? unknown} {isCurrent && <StatusPill tone="good">{current}</StatusPill>}
          </>
        ),
      },
      { head: 'Started', cell: ({ startedAt }) => dayAndTime(startedAt) },
      {
        head: 'Last used',
        cell: ({ lastUsedAt }) => (isJustNow(lastUsedAt, at) ? 'now' : `${age(lastUsedAt, at)} ago`),
      },
      {
        head: 'Ends',
        cell: ({ endsAt, idleEndsAt }) =>
          idleEndsAt < endsAt ? `in ${age(at, idleEndsAt)} if unused` : dayAndTime(endsAt),
      },
      {
        head: 'Action',
        isAction: true,
        cell: ({ id, label }) => (
          <OperationButton name="end-session" known={{ id }} subject={label ?? unknown} isSmall isDanger>
            Sign out…
          </OperationButton>
        ),
      },
    ]}
  />
);
