// A person's choices for a file: its encoding, and which of its columns are the number and the text.
import { Button, NativeSelect, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { type OtherEncoding, otherEncodings, type Table } from './read_file.ts';
import type { Columns } from './read_rows.ts';

interface EncodingChoiceProps {
  table: Table;
  choose: (encoding: OtherEncoding) => void;
}

/** Where the encoding is a guess: a look at the letters decides. */
export const EncodingChoice = ({ table: { encoding, isGuess }, choose }: EncodingChoiceProps) =>
  encoding !== null && encoding in otherEncodings ? (
    <NativeSelect
      label={
        isGuess ? 'The file does not say how its letters are written' : 'How the file’s letters are written'
      }
      description="Look at the texts below. If letters are wrong, choose another way to read them."
      value={encoding}
      onChange={(event) => choose(event.currentTarget.value as OtherEncoding)}
      data={Object.entries(otherEncodings).map(([value, label]) => ({ value, label }))}
    />
  ) : null;

/** Of which rows are shown before the columns are chosen. */
const rowsShown = 4;
const cellLength = 40;

export function ColumnChoice({ table, choose }: { table: Table; choose: (columns: Columns) => void }) {
  const [head = []] = table.rows;
  const [address, setAddress] = useState('');
  const [body, setBody] = useState('');
  const [hasHead, setHead] = useState(true);
  const width = Math.max(...table.rows.slice(0, rowsShown).map((cells) => cells.length), 0);
  const options = [
    { value: '', label: 'Choose a column' },
    ...Array.from({ length: width }, (_, index) => ({
      value: String(index),
      label: hasHead && head[index] ? head[index].slice(0, cellLength) : `Column ${index + 1}`,
    })),
  ];
  const isChosen = address !== '' && body !== '' && address !== body;
  const texts = [...options, { value: '-1', label: 'I write one text for all' }];
  return (
    <section className="panel" aria-label="Columns">
      <Stack gap="md">
        <p>Which column holds the number, and which the text?</p>
        <NativeSelect
          label="Number"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          data={options}
        />
        <NativeSelect
          label="Text"
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          data={texts}
        />
        <Switch
          label="The first line names the columns"
          checked={hasHead}
          onChange={(event) => setHead(event.currentTarget.checked)}
        />
        <div className="table-scroll">
          <table className="bulk-raw">
            <caption className="hidden">The first rows of the file</caption>
            <tbody>
              {table.rows.slice(0, rowsShown).map((cells, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name
                <tr key={row}>
                  {cells.map((cell, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: nor have cells
                    <td key={column}>{cell.slice(0, cellLength)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div>
          <Button
            disabled={!isChosen}
            onClick={() => choose({ address: Number(address), body: Number(body), at: -1, hasHead })}
          >
            {body === '-1' ? 'Write the text' : 'Look at the rows'}
          </Button>
        </div>
      </Stack>
    </section>
  );
}
