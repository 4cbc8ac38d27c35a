import type { DefinedWord } from '@panel/domain/console/definitions';
import type { PageName, TableOf } from '@panel/domain/console/pages';
import { Button, buttonClass } from '@panel/ui/Button';
import { Icon } from '@panel/ui/Icon';
import { type ReactNode, useId } from 'react';
import { navigate, useAddress, withQuery } from '../address.ts';
import { csvHref } from '../api.ts';
import { downloadIcon, tableIcon } from '../icons.ts';
import styles from './Card.module.css';
import { Define } from './Definitions.tsx';
import layout from './layout.module.css';
import textStyles from './text.module.css';

type HeadProps = { title: string; id: string; sub?: ReactNode; define?: DefinedWord | undefined; tools?: ReactNode };

const Head = ({ title, id, sub, define, tools }: HeadProps) => (
  <div className={styles.head}>
    <div>
      <h2 id={id}>
        {title} {define && <Define word={define} />}
      </h2>
      {sub && <p>{sub}</p>}
    </div>
    {tools && <div className={styles.tools}>{tools}</div>}
  </div>
);

export type CardProps = {
  /** Says what is seen. */
  title: string;
  /** What the chart shows. */
  sub?: ReactNode;
  define?: DefinedWord;
  /** The file of its rows. */
  csv?: CsvTable;
  tools?: ReactNode;
  /** How many of the twelve columns it takes; without it, all of them. */
  span?: Span;
  /** Ends with a table or a list that reaches its edges. */
  flush?: boolean;
  /** Where a link of another page leads to. */
  anchor?: string;
  children?: ReactNode;
};
type Span = 4 | 5 | 6 | 7 | 8;

const cardClass = (span?: Span, flush = false): string =>
  [styles.card, flush && styles.flush, span && layout[`span${span}`]].filter(Boolean).join(' ');

export function Card({ title, sub, define, csv, tools, span, flush = false, anchor, children }: CardProps) {
  const id = useId();
  const allTools = csv ? (
    <>
      <CsvLink {...csv} />
      {tools}
    </>
  ) : (
    tools
  );
  return (
    <section className={cardClass(span, flush)} id={anchor} aria-labelledby={id}>
      <Head title={title} id={id} sub={sub} define={define} tools={allTools} />
      {children}
    </section>
  );
}

/** Which table of which page a file has. */
type CsvTable = { [Page in PageName]: { page: Page; table: TableOf<Page> } }[PageName];

export function CsvLink({ page, table, isButton = false }: CsvTable & { isButton?: boolean }) {
  const { query } = useAddress();
  const name = `CSV of ${table.replaceAll('-', ' ')}`;
  return (
    <a
      className={buttonClass(isButton ? 'plain' : 'quiet', !isButton)}
      href={csvHref(page, table, query)}
      download
      aria-label={name}
      title={name}
    >
      <Icon icon={downloadIcon} />
      CSV
    </a>
  );
}

/** Whether a figure is shown as its table; the address holds it. */
const useShownAsTable = (table: string): boolean => useAddress().query.getAll('view').includes(table);

/** A figure's numbers as a table behind a button, and as a file. */
function TableTools(csv: CsvTable) {
  const address = useAddress();
  const isTable = useShownAsTable(csv.table);
  const others = address.query.getAll('view').filter((each) => each !== csv.table);
  const toggle = () => {
    const view = isTable ? others : [...others, csv.table];
    navigate(withQuery(address, { view, cursor: address.query.get('cursor') }));
  };
  return (
    <>
      <Button tone="quiet" small icon={tableIcon} aria-pressed={isTable} onClick={toggle}>
        Show as table
      </Button>
      <CsvLink {...csv} />
    </>
  );
}

export type FigureHeadProps = Omit<CardProps, 'csv' | 'tools' | 'flush' | 'anchor' | 'children'> &
  CsvTable & {
    /** Above the chart and its table: what is chosen, the legend. */
    above?: ReactNode;
  };
type FigureProps = FigureHeadProps & { asTable: ReactNode; children: ReactNode };

/** A chart with its numbers as a table behind a button, and as a file. */
export function Figure({ title, sub, define, span, above, asTable, children, ...csv }: FigureProps) {
  const id = useId();
  const isTable = useShownAsTable(csv.table);
  return (
    <figure className={cardClass(span)} aria-labelledby={id}>
      <figcaption>
        <Head title={title} id={id} sub={sub} define={define} tools={<TableTools {...csv} />} />
      </figcaption>
      {above && <div className={styles.above}>{above}</div>}
      {isTable ? asTable : children}
    </figure>
  );
}

type FigureSectionProps = CsvTable & { title: string; hint?: ReactNode; asTable: ReactNode; children: ReactNode };

/** Figures without a card around them, or their table in one. */
export function FigureSection({ title, hint, asTable, children, ...csv }: FigureSectionProps) {
  const id = useId();
  return (
    <section className={layout.stack} aria-labelledby={id}>
      <div className={layout.row}>
        <h2 id={id}>{title}</h2>
        {hint && <span className={textStyles.hint}>{hint}</span>}
        <span className={layout.push}>
          <TableTools {...csv} />
        </span>
      </div>
      {useShownAsTable(csv.table) ? <div className={cardClass(undefined, true)}>{asTable}</div> : children}
    </section>
  );
}
