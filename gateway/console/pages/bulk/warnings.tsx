// Warnings before a file is sent, though each of its rows could be.
import { Alert } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import type { CheckedRow } from './check_rows.ts';

const mostNamed = 3;

const rowsOf = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString()} rows`);

/** Numbers that stand in more than one row: they get more than one text. */
function repeatedIn(rows: readonly CheckedRow[]): string | null {
  const lines = new Map<string, number[]>();
  for (const { address_norm, line } of rows)
    if (address_norm !== null) lines.set(address_norm, [...(lines.get(address_norm) ?? []), line]);
  const repeated = [...lines].filter(([, at]) => at.length > 1);
  if (repeated.length === 0) return null;
  const named = repeated.slice(0, mostNamed).map(([number, at]) => `${number} (lines ${at.join(', ')})`);
  const more = repeated.length > mostNamed ? ` and ${repeated.length - mostNamed} more` : '';
  return `${repeated.length === 1 ? 'One number stands' : `${repeated.length.toLocaleString()} numbers stand`} in more than one row and would get a text for each: ${named.join('; ')}${more}.`;
}

/** Texts with a name in braces, which nothing fills in. */
function bracesIn(rows: readonly CheckedRow[]): string | null {
  const found = rows.filter(({ body }) => /\{[^{}\n]{1,40}\}/.test(body));
  const [first] = found;
  if (!first) return null;
  const [example] = /\{[^{}\n]{1,40}\}/.exec(first.body) ?? [];
  return `${rowsOf(found.length)} would leave with braces as they stand, like “${example}” in line ${first.line}: nothing is filled in for them.`;
}

/** Characters that stand for what could not be read. */
function unreadableIn(rows: readonly CheckedRow[]): string | null {
  const found = rows.filter(({ body }) => body.includes('\uFFFD'));
  return found.length === 0
    ? null
    : `${rowsOf(found.length)} hold “\uFFFD”, which stands for letters that could not be read.`;
}

export function Warnings({ rows }: { rows: readonly CheckedRow[] }) {
  const warnings = [repeatedIn(rows), bracesIn(rows), unreadableIn(rows)].filter((words) => words !== null);
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="warning" />} role="status">
      {warnings.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </Alert>
  );
}
