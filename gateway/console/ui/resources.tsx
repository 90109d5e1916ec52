// A list of things, as a table or a line each: loading, refused, empty, and its further pages.
import { Button } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { parts as say } from '../words/en/parts.ts';
import { Empty, Pending } from './state.tsx';

interface Listed<Row> {
  data: readonly Row[] | undefined;
  error?: unknown;
  refetch?: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
}

export const ShowMore = ({ query }: { query: Listed<unknown> }) =>
  query.hasNextPage === true && (
    <div className="list-end">
      <Button
        variant="subtle"
        loading={query.isFetchingNextPage ?? false}
        onClick={() => void query.fetchNextPage?.()}
      >
        {say.showMore}
      </Button>
    </div>
  );

interface ListProps<Row> {
  query: Listed<Row>;
  /** Shown when nothing is listed. */
  empty?: { title: string; text: ReactNode; action?: ReactNode };
  lines?: number;
}

export function List<Row>({
  query,
  empty,
  lines,
  children,
}: ListProps<Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  return (
    <>
      <Pending of={query} lines={lines} />
      {query.data?.length === 0 && empty && (
        <div className="panel">
          <Empty title={empty.title} action={empty.action}>
            {empty.text}
          </Empty>
        </div>
      )}
      {query.data && query.data.length > 0 && children(query.data)}
      <ShowMore query={query} />
    </>
  );
}

interface RowsProps<Row> extends ListProps<Row> {
  keyOf: (row: Row) => Key;
  /** The actions of a row. */
  action?: (row: Row) => ReactNode;
  /** Whether it stands on a panel already. */
  isBare?: boolean;
}

interface TableProps<Row> extends RowsProps<Row> {
  /** What a row says under each name. On a phone all but the first are labelled with it, unless none is to be. */
  columns: readonly (readonly [name: string, cell: (row: Row) => ReactNode])[];
  isPlain?: boolean;
  caption?: string;
}

const TableHead = ({ names, hasAction }: { names: readonly string[]; hasAction: boolean }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
      {hasAction && (
        <th scope="col">
          <span className="hidden">{say.actions}</span>
        </th>
      )}
    </tr>
  </thead>
);

export function ResourceTable<Row>({ columns, action, isPlain = false, caption, ...list }: TableProps<Row>) {
  return (
    <List {...list}>
      {(rows) => (
        <div className={list.isBare ? undefined : 'panel panel-flush'}>
          <table className="rows rows-stack">
            {caption !== undefined && <caption className="hidden">{caption}</caption>}
            <TableHead names={columns.map(([name]) => name)} hasAction={action !== undefined} />
            <tbody>
              {rows.map((row) => (
                <tr key={list.keyOf(row)}>
                  {columns.map(([name, cell], index) => (
                    <td key={name} data-label={index === 0 || isPlain ? undefined : name}>
                      {cell(row)}
                    </td>
                  ))}
                  {action && <td className="end">{action(row)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </List>
  );
}

interface LinesProps<Row> extends RowsProps<Row> {
  title: (row: Row) => ReactNode;
  /** The note below. */
  note: (row: Row) => ReactNode;
}

export function ResourceLines<Row>({ title, note, action, ...list }: LinesProps<Row>) {
  return (
    <List {...list}>
      {(rows) => (
        <div className={list.isBare ? undefined : 'panel'}>
          <ul className="plain-list">
            {rows.map((row) => (
              <li key={list.keyOf(row)}>
                <div>
                  <strong>{title(row)}</strong>
                  <div className="quiet">{note(row)}</div>
                </div>
                {action?.(row)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </List>
  );
}
