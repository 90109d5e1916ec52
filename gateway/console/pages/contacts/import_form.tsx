// A file of contacts, and what became of each of its rows.
import { FileInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ask } from '../../api/ask.ts';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { lineFault } from '../../ui/line_fault.ts';
import { contacts as say } from '../../words/en/contacts.ts';
import { often } from '../../words/en/often.ts';
import { EncodingChoice } from '../bulk/choices.tsx';
import { type FileText, type OtherEncoding, otherEncodings, wordsOf } from '../bulk/read_file.ts';

type Imported = Answer<'POST /contacts/import'>;

const isCards = ({ name, type }: File) => /\.vcf$|\.vcard$/i.test(name) || type === 'text/vcard';

/** Lines of a file that are shown where its character set is a guess. */
const linesShown = 4;

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
  const [words, setWords] = useState<FileText | null>(null);
  const [said, setSaid] = useState<Imported | null>(null);
  const read = async (chosen: File, encoding?: OtherEncoding) => setWords(await wordsOf(chosen, encoding));
  const isOpen = file !== null && words !== null && !said;
  const refresh = useRefresh();
  return (
    <>
      <AskForm
        action={often.import}
        disabled={file === null}
        send={async () => {
          const { text } = words ?? (await wordsOf(file as File));
          return ask('POST /contacts/import', {
            account,
            body: file && isCards(file) ? { vcard: text } : { csv: text },
          });
        }}
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
            setWords(null);
            setSaid(null);
            // A file that cannot be read is said to be so when it is sent.
            if (chosen) void read(chosen).catch(() => undefined);
          }}
        />
        {isOpen && otherEncodings.some((other) => other === words.encoding) && (
          <>
            <EncodingChoice table={words} choose={(encoding) => void read(file, encoding)} />
            <pre>{words.text.split(/\r\n|\n|\r/, linesShown).join('\n')}</pre>
          </>
        )}
      </AskForm>
      {said && <Said said={said} />}
    </>
  );
}
