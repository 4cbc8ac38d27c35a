import { ruleText, type SampleCount, type SampleRule, type SavedSample } from '@panel/domain/console/sample-page';
import { buttonClass } from '@panel/ui/Button';
import { type QueryFunctionContext, useQuery } from '@tanstack/react-query';
import { call } from '../api.ts';
import { count, dayAndTime, time } from '../format.ts';
import { Link } from '../Link.tsx';
import { OperationButton } from '../operations/OperationButton.tsx';
import { Card } from '../parts/Card.tsx';
import { TableCard } from '../parts/TableCard.tsx';
import textStyles from '../parts/text.module.css';

const inWords = (rules: readonly SampleRule[] | null): string =>
  rules?.map(ruleText).join('; ') ?? 'A rule names something that no longer exists.';

let lastCount: Promise<unknown> = Promise.resolve();

/** One after another, because on a large panel each count takes the database seconds. */
function countInTurn({ queryKey: [path = ''], signal }: QueryFunctionContext<string[]>): Promise<SampleCount> {
  const counted = lastCount.then(() => call<SampleCount>(path, { signal, isPoll: true }));
  lastCount = counted.catch(() => null);
  return counted;
}

function MatchingNow({ query }: { query: string }) {
  const { data, isError } = useQuery({
    queryKey: [`/sample-count?${query}`],
    queryFn: countInTurn,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return 'Not counted';
  if (!data) return 'Counting …';
  if (data.people === null) return 'Needs another rule';
  return (
    <span>
      {count(data.people)}
      <small>counted {time(data.at)}</small>
    </span>
  );
}

/** Rules that operators kept by name. */
export function SavedSamples({ saved }: { saved: readonly SavedSample[] }) {
  if (saved.length === 0)
    return (
      <Card title="No saved samples yet">
        <p className={textStyles.soft}>Choose rules under New sample, then save them under a name.</p>
      </Card>
    );
  return (
    <TableCard
      title="Saved samples"
      sub="Rules only. The people are counted again each time."
      rows={saved}
      rowKey={({ name }) => name}
      narrow="cards"
      columns={[
        { head: 'Name', cell: ({ name, query }) => <Link href={`/sample?${query}`}>{name}</Link> },
        { head: 'Rules', onPhone: 'below', cell: ({ rules }) => inWords(rules) },
        {
          head: 'Matching now',
          isNumber: true,
          cell: ({ rules, query }) => (rules ? <MatchingNow query={query} /> : '–'),
        },
        {
          head: 'Saved',
          cell: ({ savedAt, savedBy }) => (
            <span>
              {dayAndTime(savedAt)}
              <small>{savedBy}</small>
            </span>
          ),
        },
        {
          head: 'Action',
          isAction: true,
          cell: ({ name, query }) => (
            <span>
              <Link className={buttonClass('plain', true)} href={`/sample?${query}`} aria-label={`Use ${name}`}>
                Use
              </Link>{' '}
              <OperationButton name="rename-sample" known={{ name }} subject={name} isSmall>
                Rename…
              </OperationButton>{' '}
              <OperationButton name="delete-sample" known={{ name }} subject={name} isSmall isDanger>
                Delete…
              </OperationButton>
            </span>
          ),
        },
      ]}
    />
  );
}
