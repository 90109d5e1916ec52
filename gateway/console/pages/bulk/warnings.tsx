// Warnings before a file is sent, though each of its rows could be.
import { Alert } from '@mantine/core';
import { Icon } from '../../ui/icons.tsx';
import { bulk as say } from '../../words/en/bulk.ts';
import type { CheckedRow } from './check_rows.ts';

const mostNamed = 3;

/** Numbers that stand in more than one row: they get more than one text. */
function repeatedIn(rows: readonly CheckedRow[]): string | null {
  const lines = new Map<string, number[]>();
  for (const { address_norm, line } of rows)
    if (address_norm !== null) lines.set(address_norm, [...(lines.get(address_norm) ?? []), line]);
  const repeated = [...lines].filter(([, at]) => at.length > 1);
  if (repeated.length === 0) return null;
  const named = repeated.slice(0, mostNamed).map(([number, at]) => say.inLines(number, at.join(', ')));
  const more = repeated.length > mostNamed ? ` ${say.andMore(repeated.length - mostNamed)}` : '';
  return say.repeated(repeated.length, named.join('; ') + more);
}

/** Texts with a name in braces, which nothing fills in. */
function bracesIn(rows: readonly CheckedRow[]): string | null {
  const found = rows.filter(({ body }) => /\{[^{}\n]{1,40}\}/.test(body));
  const [first] = found;
  if (!first) return null;
  const [example = ''] = /\{[^{}\n]{1,40}\}/.exec(first.body) ?? [];
  return say.braces(found.length, example, first.line);
}

/** Characters that stand for what could not be read. */
function unreadableIn(rows: readonly CheckedRow[]): string | null {
  const found = rows.filter(({ body }) => body.includes('\uFFFD'));
  return found.length === 0 ? null : say.unreadable(found.length);
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
