// Many texts from a file or to a group: chosen, written, judged row by row, then given to the service, which sends them.
import { Button, FileButton, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { overviewQuery, useAccountId } from '../../api/account.ts';
import { Refused, wordsOf } from '../../api/ask.ts';
import { keep, newReference, readKept } from '../../api/kept.ts';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { Coming, Empty, Fault } from '../../ui/state.tsx';
import { bulk as say } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { Broadcast } from './broadcast.tsx';
import { type CheckedRow, checkRows } from './check_rows.ts';
import { ColumnChoice, EncodingChoice } from './choices.tsx';
import { ChooseGroup, columnsOfGroup, readGroup } from './group.tsx';
import { BadFile, type OtherEncoding, readTable, type Table } from './read_file.ts';
import { type Columns, columnsOf, plainTemplate, readRows } from './read_rows.ts';
import { TemplateEditor } from './template.tsx';
import { Warnings } from './warnings.tsx';

const mostShown = 200;
const largestBytes = 20 * 2 ** 20;

/** A file or a group, and what was read of it. */
interface Chosen {
  name: string;
  /** Null for a group. */
  source: File | null;
  table: Table;
}

type Step =
  | { name: 'choose'; error: unknown }
  | { name: 'columns'; chosen: Chosen }
  | { name: 'template'; chosen: Chosen; columns: Columns; template: string }
  | { name: 'checking'; done: number }
  | Checked;

interface Checked {
  name: 'checked';
  chosen: Chosen;
  columns: Columns;
  template: string;
  file: string;
  rows: CheckedRow[];
}

/** By what the newest broadcast of the same rows differs from the first; this browser remembers it. */
const keyOfAgain = (account: number, file: string) => `textrelay-again-${file}-${account}`;

const RowVerdict = ({ row }: { row: CheckedRow }) =>
  row.ok ? (
    <span className="status status-good">
      {row.leaves_at === null ? (
        say.segments(row.segments ?? 0)
      ) : (
        <Say words={say.segmentsLeave(row.segments ?? 0)} parts={{ at: <Instant at={row.leaves_at} /> }} />
      )}
    </span>
  ) : (
    <span className="bulk-bad">{refusalOf(row)}</span>
  );

/** Why a row cannot be sent, in people's words. */
function refusalOf({ address, body, code, error }: CheckedRow): string {
  if (body.trim() === '') return say.noText;
  if (address === '') return say.noNumber;
  return wordsOf(new Refused(400, code ?? '', error ?? '', null));
}

const Verdicts = ({ rows }: { rows: readonly CheckedRow[] }) => {
  const bad = rows.filter(({ ok }) => !ok);
  const shown = [...bad, ...rows.filter(({ ok }) => ok)].slice(0, mostShown);
  return (
    <div className="panel panel-flush">
      <ResourceTable
        query={{ data: shown }}
        isBare
        isPlain
        caption={say.rowsCaption}
        keyOf={({ line }) => line}
        columns={[
          [say.line, ({ line }) => <span className="number">{line}</span>],
          [often.number, ({ address }) => <span className="number">{address}</span>],
          [often.text, ({ body }) => <span className="text-body">{body}</span>],
          [say.verdict, (row) => <RowVerdict row={row} />],
        ]}
      />
      {rows.length > shown.length && (
        <p className="quiet list-end">{say.moreRows(rows.length - shown.length)}</p>
      )}
    </div>
  );
};

/** The steps from a file or a group to its rows. */
function useList(account: number) {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'choose', error: null });
  const failing = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      setStep({ name: 'choose', error });
    }
  };
  const check = async (chosen: Chosen, columns: Columns, template: string, isNew: boolean) => {
    setStep({ name: 'checking', done: 0 });
    const key = keyOfAgain(account, readRows(chosen.table, columns, '', template).file);
    if (isNew) keep(localStorage, key, newReference());
    const again = readKept<string>(localStorage, key) ?? '';
    const { file, rows } = readRows(chosen.table, columns, again, template);
    const checked = await checkRows(account, rows, (done) => setStep({ name: 'checking', done }));
    setStep({ name: 'checked', chosen, columns, template, file, rows: checked });
  };
  const write = (chosen: Chosen, columns: Columns, template = '') =>
    setStep({ name: 'template', chosen, columns: { ...columns, body: -1 }, template });
  const open = (source: File | null, encoding?: OtherEncoding) =>
    failing(async () => {
      if (!source) return;
      if (source.size > largestBytes) throw new BadFile(say.tooLarge);
      setStep({ name: 'checking', done: 0 });
      const chosen = { name: source.name, source, table: await readTable(source, encoding) };
      const columns = columnsOf(chosen.table);
      if (columns) await check(chosen, columns, plainTemplate, false);
      else setStep({ name: 'columns', chosen });
    });
  const openGroup = (group: Parameters<typeof readGroup>[2]) =>
    failing(async () => {
      setStep({ name: 'checking', done: 0 });
      const table = await readGroup(client, account, group);
      write({ name: group.name, source: null, table }, columnsOfGroup);
    });
  return {
    step,
    open,
    openGroup,
    write,
    check: (chosen: Chosen, columns: Columns, template = plainTemplate, isNew = false) =>
      failing(() => check(chosen, columns, template, isNew)),
  };
}

const ChooseFile = ({ label, open }: { label: string; open: (file: File | null) => void }) => (
  <FileButton accept=".csv,.tsv,.txt,.xlsx,text/csv" onChange={open}>
    {(props) => (
      <Button {...props} leftSection={<Icon name="bulk" />}>
        {label}
      </Button>
    )}
  </FileButton>
);

/** Before a file is chosen, or why the last one was not taken. */
const NoFile = ({ error, choose }: { error: unknown; choose: ReactNode }) => (
  <div className="stack">
    {error instanceof BadFile && (
      <p className="device-problem" role="alert">
        <Icon name="warning" size={16} /> {error.message}
      </p>
    )}
    {error !== null && !(error instanceof BadFile) && <Fault error={error} />}
    <div className="panel">
      <Empty title={say.chooseTitle} action={choose}>
        {say.chooseHelp}
      </Empty>
    </div>
  </div>
);

type Steps = ReturnType<typeof useList>;

/** The rows as they were judged, and what sends them. */
function CheckedRows({ step, write, check }: { step: Checked } & Pick<Steps, 'write' | 'check'>) {
  const account = useAccountId();
  const { data: overview } = useQuery(overviewQuery(account));
  const { chosen, columns, template, rows, file } = step;
  const isWritten = columns.body < 0;
  return (
    <>
      <Warnings rows={rows} />
      <Broadcast
        key={file}
        account={account}
        rows={rows}
        name={chosen.name}
        file={file}
        template={template}
        firstLine={columns.hasHead ? 2 : 1}
        left={overview?.usage.texts_remaining ?? null}
        sendAgain={() => void check(chosen, columns, template, true)}
      />
      <div>
        <Button variant="default" onClick={() => write(chosen, columns, isWritten ? template : '')}>
          {isWritten ? say.changeText : say.writeText}
        </Button>
      </div>
      <Verdicts rows={rows} />
    </>
  );
}

export function BulkPage() {
  const account = useAccountId();
  const { step, open, openGroup, write, check } = useList(account);
  const isChosen = 'chosen' in step;
  const choose = (
    <Group gap="sm" justify="center">
      <ChooseFile label={isChosen ? say.chooseOther : often.chooseFile} open={(file) => void open(file)} />
      <ChooseGroup account={account} open={(group) => void openGroup(group)} />
    </Group>
  );
  return (
    <Page title={say.title} lead={say.lead} actions={isChosen ? choose : undefined}>
      {step.name === 'choose' && (
        <OnlyMembers>
          <NoFile error={step.error} choose={choose} />
        </OnlyMembers>
      )}
      {step.name === 'checking' && (
        <div className="panel" role="status">
          <p>{say.rowsChecked(step.done)}</p>
          <Coming lines={2} />
        </div>
      )}
      {isChosen && (
        <div className="stack">
          <EncodingChoice
            table={step.chosen.table}
            choose={(encoding) => void open(step.chosen.source, encoding)}
          />
          {step.name === 'columns' && (
            <ColumnChoice
              table={step.chosen.table}
              choose={(columns) =>
                columns.body < 0 ? write(step.chosen, columns) : void check(step.chosen, columns)
              }
            />
          )}
          {step.name === 'template' && (
            <TemplateEditor
              table={step.chosen.table}
              columns={step.columns}
              begin={step.template}
              choose={(template) => void check(step.chosen, step.columns, template)}
            />
          )}
          {step.name === 'checked' && <CheckedRows step={step} write={write} check={check} />}
        </div>
      )}
    </Page>
  );
}
