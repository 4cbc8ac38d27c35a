import { shortDay } from '@panel/domain/calendar';
import { type DisputeKind, MAX_REPORT_LENGTH, REPORT_REASONS } from '@panel/domain/disputes/disputes';
import { REPORT } from '@panel/domain/wording/report';
import { useId } from 'react';
import { Option, Options } from '../questionnaire/Options.tsx';
import input from '../questionnaire/TextInput.module.css';
import { dayOf, type Entry, titleOf } from './history-entries.ts';
import styles from './ReportFields.module.css';

/** What a panelist has filled in. */
export type Report = { readonly kind: DisputeKind; readonly words: string };

export const REASON_FIELD = 'reason';
export const WORDS_FIELD = 'words';

const kindsOf = ({ kind }: Entry): readonly DisputeKind[] => REPORT_REASONS[kind] ?? ['other'];

export const emptyReport = (entry: Entry): Report => ({
  kind: kindsOf(entry)[0] ?? 'other',
  words: '',
});

/** Names the entry that a report is about. */
export const reportSubject = (entry: Entry): string => `${titleOf(entry)}, ${shortDay(dayOf(entry))}`;

type ReportFieldsProps = {
  readonly entry: Entry;
  readonly report: Report;
  readonly onChange: (part: Partial<Report>) => void;
};

/** The questions of a report, in the dialog and on its page. */
export function ReportFields({ entry, report, onChange }: ReportFieldsProps) {
  const id = useId();
  const kinds = kindsOf(entry);
  return (
    <>
      <fieldset className={styles.reasons}>
        <legend>{REPORT.question}</legend>
        <Options labels={kinds.map((each) => REPORT.reasons[each])}>
          {kinds.map((each) => (
            <Option
              key={each}
              type="radio"
              name={REASON_FIELD}
              value={each}
              label={REPORT.reasons[each]}
              checked={each === report.kind}
              onChange={() => onChange({ kind: each })}
            />
          ))}
        </Options>
      </fieldset>
      <label className={styles.add} htmlFor={id}>
        {REPORT.add}
      </label>
      <p id={`${id}hint`}>{REPORT.addHint}</p>
      <textarea
        id={id}
        name={WORDS_FIELD}
        className={`${input.input} ${styles.words}`}
        aria-describedby={`${id}hint`}
        rows={3}
        maxLength={MAX_REPORT_LENGTH}
        value={report.words}
        onChange={({ currentTarget: { value } }) => onChange({ words: value })}
      />
    </>
  );
}
