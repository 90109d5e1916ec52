// Recipients who want no texts of the account.
import { Button, FileInput, Group, Modal, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { type Answer, ask } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { downloadCsv } from '../../ui/download_csv.ts';
import { AskForm } from '../../ui/form.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { lineFault } from '../../ui/line_fault.ts';
import { ThreadLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { often } from '../../words/en/often.ts';
import { optOuts as say } from '../../words/en/opt_outs.ts';
import { Say } from '../../words/say.tsx';
import { wordsOf } from '../bulk/read_file.ts';
import { optOutsKey, optOutsQuery } from './opt_out_queries.ts';
import { OptOutSettingsSection } from './opt_out_settings.tsx';

type OptOut = Schemas['OptOut'];

const useAddDialog = (account: number) =>
  useFormDialog({
    button: say.add,
    title: say.addTitle,
    action: say.addAction,
    fields: {
      address: {
        label: often.phoneNumber,
        description: say.addHelp,
        isFirst: true,
      },
    },
    send: ({ address }) => ask('PUT /opt-outs/{address}', { account, path: { address: address.trim() } }),
    changes: optOutsKey(account),
  });

const Remove = ({ account, optOut: { address, source } }: { account: number; optOut: OptOut }) => (
  <Confirm
    label={often.remove}
    of={address}
    title={say.removeOf(address)}
    run={() => ask('DELETE /opt-outs/{address}', { account, path: { address } })}
    changes={optOutsKey(account)}
  >
    {source === 'keyword' ? say.removeWroteStop : say.removeWhy}
  </Confirm>
);

type Imported = Answer<'POST /opt-outs/import'>;

/** A file of numbers that are to be opted out, and what became of each of its lines. */
function ImportForm({ account }: { account: number }) {
  const [file, setFile] = useState<File | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  return (
    <>
      <AskForm
        action={often.import}
        disabled={file === null}
        send={async () =>
          ask('POST /opt-outs/import', { account, body: { csv: file ? (await wordsOf(file)).text : '' } })
        }
        changes={optOutsKey(account)}
        onDone={setImported}
      >
        <FileInput
          label={say.csvFile}
          description={say.csvHelp}
          accept=".csv,.xlsx,text/csv,text/plain"
          placeholder={often.chooseFile}
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            setImported(null);
          }}
        />
      </AskForm>
      {imported && (
        <div role="status">
          <p>{say.imported(imported.added, imported.known, imported.faulty.length)}</p>
          {imported.faulty.length > 0 && (
            <ul className="plain-list">
              {imported.faulty.slice(0, 100).map((fault) => (
                <li key={fault.line}>{say.atLine(fault.line, lineFault(fault))}</li>
              ))}
            </ul>
          )}
          {imported.faulty.length > 100 && <p className="quiet">{often.first100}</p>}
        </div>
      )}
    </>
  );
}

export function OptOutsPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(optOutsQuery(account, search.trim()));
  const [isImporting, setImporting] = useState(false);
  const { button, dialog } = useAddDialog(account);
  return (
    <Page
      title={often.optOuts}
      lead={say.lead}
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => void downloadCsv('/api/v1/opt-outs/export', account, 'opt-outs')}
          >
            {often.export}
          </Button>
          {isAdmin && (
            <Button variant="default" leftSection={<Icon name="bulk" />} onClick={() => setImporting(true)}>
              {often.import}
            </Button>
          )}
          {isAdmin && button}
        </Group>
      }
    >
      <Stack gap="md">
        <SearchInput
          size="md"
          label={say.search}
          placeholder={say.searchHint}
          value={search}
          onChange={setSearch}
        />
        <ResourceLines
          query={query}
          keyOf={({ address }) => address}
          title={({ address }) => <ThreadLink address={address} hasNumber />}
          note={({ since, source }) => (
            <Say
              words={say.since}
              parts={{ at: <Instant at={since} as={dateOf} />, source: say.sources[source] }}
            />
          )}
          action={(optOut) => isAdmin && <Remove account={account} optOut={optOut} />}
          empty={
            search.trim() === ''
              ? {
                  title: say.nobody,
                  text: say.nobodyHelp,
                }
              : { title: say.notOptedOut, text: say.notOptedOutHelp }
          }
        />
        <OptOutSettingsSection />
      </Stack>
      {dialog}
      <Modal opened={isImporting} onClose={() => setImporting(false)} title={say.importTitle}>
        <ImportForm account={account} />
      </Modal>
    </Page>
  );
}
