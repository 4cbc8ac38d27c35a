import type { ComponentType } from 'react';
import { Figure, type FigureHeadProps } from '../parts/Card.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import type { SeriesProps } from './Chart.tsx';

type FigureOverTimeProps = FigureHeadProps &
  Omit<SeriesProps, 'label'> & {
    chart: ComponentType<SeriesProps>;
    /** The head of the labels in the table. */
    labelHead: string;
    /** If the table has others than the chart. */
    tableSeries?: SeriesProps['series'];
  };

/** A chart over time, and the same series as a table, the newest first. */
export function FigureOverTime(props: FigureOverTimeProps) {
  const { title, labels, series, format, isRate, chart: Drawn, labelHead, tableSeries = series } = props;
  const table = (
    <DataTable
      caption={title}
      rows={labels.map((label, index) => ({ label, index })).toReversed()}
      rowKey={({ index }) => String(index)}
      columns={[
        { head: labelHead, cell: ({ label }) => label },
        ...tableSeries.map(({ name, values }) => ({
          head: name,
          value: ({ index }: { index: number }) => values[index] ?? null,
          format,
        })),
      ]}
    />
  );
  return (
    <Figure {...props} asTable={table}>
      <Drawn label={title} series={series} labels={labels} format={format} isRate={isRate} />
    </Figure>
  );
}
