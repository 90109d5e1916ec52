// Many texts from a file: chosen, judged row by row, then sent as fast as the account may.
import { Button, FileButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overviewQuery, useAccountId } from '../../api/account.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { Coming, Empty, Fault } from '../../ui/state.tsx';
import { BadFile, readRows } from './read_rows.ts';
import { type CheckedRow, checkRows } from './run_bulk.ts';
import { Sending } from './sending.tsx';

const mostShown = 200;
const largestBytes = 20 * 2 ** 20;

type Step =
  | { name: 'choose'; error: unknown }
  | { name: 'checking'; done: number }
  | { name: 'checked'; file: string; rows: CheckedRow[] };

const RowVerdict = ({ row }: { row: CheckedRow }) =>
  row.ok ? (
    <span className="status status-good">
      {row.segments === 1 ? '1 segment' : `${row.segments} segments`}
      {row.leaves_at !== null && (
        <>
          , leaves <Instant at={row.leaves_at} />
        </>
      )}
    </span>
  ) : (
    <span className="bulk-bad">{row.error}</span>
  );

const Verdicts = ({ rows }: { rows: readonly CheckedRow[] }) => {
  const bad = rows.filter(({ ok }) => !ok);
  const shown = [...bad, ...rows.filter(({ ok }) => ok)].slice(0, mostShown);
  return (
    <div className="panel panel-flush">
      <ResourceTable
        query={{ data: shown }}
        isBare
        isPlain
        caption="The rows of the file, those that cannot be sent first"
        keyOf={({ line }) => line}
        columns={[
          ['Line', ({ line }) => <span className="number">{line}</span>],
          ['Number', ({ address }) => <span className="number">{address}</span>],
          ['Text', ({ body }) => <span className="text-body">{body}</span>],
          ['Verdict', (row) => <RowVerdict row={row} />],
        ]}
      />
      {rows.length > shown.length && (
        <p className="quiet list-end">
          And {(rows.length - shown.length).toLocaleString()} more rows like these.
        </p>
      )}
    </div>
  );
};

export function BulkPage() {
  const account = useAccountId();
  const [step, setStep] = useState<Step>({ name: 'choose', error: null });
  const { data: overview } = useQuery(overviewQuery(account));
  const open = async (file: File | null) => {
    if (!file) return;
    try {
      if (file.size > largestBytes) throw new BadFile('The file is larger than 20 MB: split it.');
      setStep({ name: 'checking', done: 0 });
      const { file: name, rows } = readRows(await file.text());
      const checked = await checkRows(account, rows, (done) => setStep({ name: 'checking', done }));
      setStep({ name: 'checked', file: name, rows: checked });
    } catch (error) {
      setStep({ name: 'choose', error });
    }
  };
  const choose = (
    <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void open(file)}>
      {(props) => (
        <Button {...props} leftSection={<Icon name="bulk" />}>
          {step.name === 'checked' ? 'Choose another file' : 'Choose a CSV file'}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Page
      title="Bulk"
      lead="Many texts from one file. Nothing leaves before you have seen what becomes of each row."
      actions={step.name === 'checked' ? choose : undefined}
    >
      {step.name === 'choose' && (
        <div className="stack">
          {step.error instanceof BadFile && (
            <p className="device-problem" role="alert">
              <Icon name="warning" size={16} /> {step.error.message}
            </p>
          )}
          {step.error !== null && !(step.error instanceof BadFile) && <Fault error={step.error} />}
          <div className="panel">
            <Empty title="A file with two columns" action={choose}>
              Name the columns “number” and “text” in the first line. A spreadsheet saves such a file as CSV.
              A column “send_at” says when each leaves.
            </Empty>
          </div>
        </div>
      )}
      {step.name === 'checking' && (
        <div className="panel" role="status">
          <p>{step.done.toLocaleString()} rows checked …</p>
          <Coming lines={2} />
        </div>
      )}
      {step.name === 'checked' && (
        <div className="stack">
          <Sending
            key={step.file}
            account={account}
            file={step.file}
            rows={step.rows}
            left={overview?.usage.texts_remaining ?? null}
          />
          <Verdicts rows={step.rows} />
        </div>
      )}
    </Page>
  );
}
