// A file of numbers that are to be opted out, and what became of each of its lines.
import { FileInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { optOutsKey } from './opt_out_queries.ts';

type Imported = Answer<'POST /opt-outs/import'>;

export function ImportDialog({ account }: { account: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  return (
    <>
      <AskForm
        action="Import"
        disabled={file === null}
        send={async () =>
          ask('POST /opt-outs/import', { account, body: { csv: (await file?.text()) ?? '' } })
        }
        changes={optOutsKey(account)}
        onDone={setImported}
      >
        <FileInput
          label="CSV file"
          description="At most 10,000 lines, each of which begins with a phone number."
          accept=".csv,text/csv,text/plain"
          placeholder="Choose a file"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setImported(null);
          }}
        />
      </AskForm>
      {imported && (
        <div role="status">
          <p>
            {imported.added.toLocaleString()} added, {imported.known.toLocaleString()} known already,{' '}
            {imported.faulty.length.toLocaleString()} not read.
          </p>
          {imported.faulty.length > 0 && (
            <ul className="plain-list">
              {imported.faulty.slice(0, 100).map(({ line, error }) => (
                <li key={line}>
                  Line {line}: {error}
                </li>
              ))}
            </ul>
          )}
          {imported.faulty.length > 100 && <p className="quiet">These are the first 100.</p>}
        </div>
      )}
    </>
  );
}
