// One text for all rows of a file, and what it becomes for some of them while it is written.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { fieldName, fieldsOf } from '../../../../runtime/texts/template.ts';
import { bulk as say } from '../../words/en/bulk.ts';
import type { Table } from './read_file.ts';
import { type Columns, namesOf, readRows } from './read_rows.ts';

const rowsShown = 3;
const maxLength = 1_600;
const mostNamed = 5;

interface TemplateProps {
  table: Table;
  columns: Columns;
  begin: string;
  choose: (template: string) => void;
}

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

/** What keeps the text from being sent, in words; null for nothing. */
function whatIsWrong(
  template: string,
  names: readonly string[],
  rows: readonly { line: number; body: string }[],
) {
  const known = new Set(names.map(fieldName));
  const missing = fieldsOf(template).filter((name) => !known.has(name));
  if (missing.length > 0) return say.noColumn(inBraces(missing), inBraces(names));
  const long = rows.filter(({ body }) => [...body].length > maxLength);
  if (long.length === 0) return null;
  const named = long
    .slice(0, mostNamed)
    .map(({ line }) => line)
    .join(', ');
  const more = long.length - mostNamed;
  return say.tooLong(maxLength, more > 0 ? `${named} ${say.andMore(more)}` : named);
}

export function TemplateEditor({ table, columns, begin, choose }: TemplateProps) {
  const [template, setTemplate] = useState(begin);
  const field = useRef<HTMLTextAreaElement>(null);
  const names = namesOf(table, columns);
  const { rows } = readRows(table, columns, '', template);
  const wrong = template.trim() === '' ? null : whatIsWrong(template, names, rows);
  const insert = (name: string) => {
    const at = field.current?.selectionStart ?? template.length;
    setTemplate(`${template.slice(0, at)}{${name}}${template.slice(at)}`);
    field.current?.focus();
  };
  return (
    <section className="panel" aria-label={say.theText}>
      <Stack gap="md">
        <Textarea
          ref={field}
          label={say.textForAll}
          description={say.textHelp}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={maxLength}
          value={template}
          onChange={(event) => setTemplate(event.currentTarget.value)}
          error={wrong}
        />
        <Group gap="xs">
          {names.slice(0, 30).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <Button key={index} variant="default" size="compact-sm" onClick={() => insert(name)}>
              {`{${name}}`}
            </Button>
          ))}
        </Group>
        {template.trim() !== '' && (
          <div>
            <p className="quiet">{say.preview}</p>
            <ul className="plain-list">
              {rows.slice(0, rowsShown).map(({ line, address, body }) => (
                <li key={line}>
                  <div>
                    <span className="number">{address}</span>
                    <div className="text-body">{body}</div>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div>
          <Button disabled={template.trim() === '' || wrong !== null} onClick={() => choose(template)}>
            {say.lookAtRows}
          </Button>
        </div>
      </Stack>
    </section>
  );
}
