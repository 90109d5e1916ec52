// A person's choices for a file: its encoding, and which of its columns are the number and the text.
import { Button, NativeSelect, Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { bulk as say } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { type OtherEncoding, otherEncodings, type Table } from './read_file.ts';
import type { Columns } from './read_rows.ts';

interface EncodingChoiceProps {
  table: Pick<Table, 'encoding' | 'isGuess'>;
  choose: (encoding: OtherEncoding) => void;
}

/** Where the encoding is a guess: a look at the letters decides. */
export const EncodingChoice = ({ table: { encoding, isGuess }, choose }: EncodingChoiceProps) =>
  otherEncodings.some((other) => other === encoding) ? (
    <NativeSelect
      label={isGuess ? say.encodingUnknown : say.encodingChosen}
      description={say.encodingHelp}
      value={encoding ?? ''}
      onChange={(event) => choose(event.currentTarget.value as OtherEncoding)}
      data={otherEncodings.map((value) => ({ value, label: say.encodings[value] }))}
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
    { value: '', label: say.chooseColumn },
    ...Array.from({ length: width }, (_, index) => ({
      value: String(index),
      label: (hasHead && head[index]?.slice(0, cellLength)) || say.column(index + 1),
    })),
  ];
  const isChosen = address !== '' && body !== '' && address !== body;
  const texts = [...options, { value: '-1', label: say.oneText }];
  return (
    <section className="panel" aria-label={say.columns}>
      <Stack gap="md">
        <p>{say.whichColumns}</p>
        <NativeSelect
          label={often.number}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
          data={options}
        />
        <NativeSelect
          label={often.text}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
          data={texts}
        />
        <Switch
          label={say.hasHead}
          checked={hasHead}
          onChange={(event) => setHead(event.currentTarget.checked)}
        />
        <div className="table-scroll">
          <table className="bulk-raw">
            <caption className="hidden">{say.firstRows}</caption>
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
            {body === '-1' ? say.writeTheText : say.lookAtRows}
          </Button>
        </div>
      </Stack>
    </section>
  );
}
