// A file of contacts, and what became of each of its rows.
import { FileInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ask } from '../../api/ask.ts';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { lineFault } from '../../ui/line_fault.ts';
import { contacts as say } from '../../words/en/contacts.ts';
import { often } from '../../words/en/often.ts';
import { csvOf, decodeFile } from '../bulk/read_file.ts';

type Imported = Answer<'POST /contacts/import'>;

/** What is sent of a file: vCards as they are, and any table as comma-separated values, line for line. */
async function bodyOf(file: File): Promise<{ csv: string } | { vcard: string }> {
  if (/\.vcf$|\.vcard$/i.test(file.name) || file.type === 'text/vcard')
    return { vcard: await decodeFile(file) };
  return { csv: await csvOf(file) };
}

const Said = ({ said }: { said: Imported }) => (
  <div role="status">
    <p>{say.imported(said.added, said.changed, said.known, said.refused)}</p>
    {said.faulty.length > 0 && (
      <ul className="plain-list">
        {said.faulty.slice(0, 100).map((fault, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice, and the list never changes
          <li key={index}>{say.atLine(fault.line, lineFault(fault))}</li>
        ))}
      </ul>
    )}
    {said.refused > 100 && <p className="quiet">{often.first100}</p>}
  </div>
);

export function ImportForm({ account, changes }: { account: number; changes: readonly QueryKey[] }) {
  const [file, setFile] = useState<File | null>(null);
  const [said, setSaid] = useState<Imported | null>(null);
  const refresh = useRefresh();
  return (
    <>
      <AskForm
        action={often.import}
        disabled={file === null}
        send={async () => ask('POST /contacts/import', { account, body: file ? await bodyOf(file) : {} })}
        onDone={(answer) => {
          refresh(...changes);
          setSaid(answer);
        }}
      >
        <FileInput
          label={say.file}
          description={say.fileHelp}
          accept=".vcf,.vcard,.csv,.xlsx,text/csv,text/vcard,text/plain"
          placeholder={often.chooseFile}
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setSaid(null);
          }}
        />
      </AskForm>
      {said && <Said said={said} />}
    </>
  );
}
