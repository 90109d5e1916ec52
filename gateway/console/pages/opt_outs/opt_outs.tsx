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
import { ThreadLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { optOutsKey, optOutsQuery } from './opt_out_queries.ts';
import { OptOutSettingsSection } from './opt_out_settings.tsx';

type OptOut = Schemas['OptOut'];

const sourceWords: Record<OptOut['source'], string> = {
  keyword: 'wrote it in a text',
  api: 'added over the interface',
  import: 'from a file',
  console: 'added by hand',
};

const useAddDialog = (account: number) =>
  useFormDialog({
    button: 'Add a number',
    title: 'Opt a number out',
    action: 'Opt out',
    fields: {
      address: {
        label: 'Phone number',
        description: 'Nothing is sent to it any more, and texts that still wait for it are ended.',
        isFirst: true,
      },
    },
    send: ({ address }) => ask('PUT /opt-outs/{address}', { account, path: { address: address.trim() } }),
    changes: optOutsKey(account),
  });

const Remove = ({ account, optOut: { address, source } }: { account: number; optOut: OptOut }) => (
  <Confirm
    label="Remove"
    of={address}
    title={`Send to ${address} again?`}
    run={() => ask('DELETE /opt-outs/{address}', { account, path: { address } })}
    changes={optOutsKey(account)}
  >
    {source === 'keyword'
      ? 'They wrote that they want no texts. Remove them only when they have said otherwise since.'
      : 'Texts to this number are accepted again, at once.'}
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

export function OptOutsPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(optOutsQuery(account, search.trim()));
  const [isImporting, setImporting] = useState(false);
  const { button, dialog } = useAddDialog(account);
  return (
    <Page
      title="Opt-outs"
      lead="People who want no texts of this account. A person who writes STOP is added, and removed again when they write START."
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => void downloadCsv('/api/v1/opt-outs/export', account, 'opt-outs')}
          >
            Export
          </Button>
          {isAdmin && (
            <Button variant="default" leftSection={<Icon name="bulk" />} onClick={() => setImporting(true)}>
              Import
            </Button>
          )}
          {isAdmin && button}
        </Group>
      }
    >
      <Stack gap="md">
        <SearchInput
          size="md"
          label="Look for a number"
          placeholder="Look for a whole number"
          value={search}
          onChange={setSearch}
        />
        <ResourceLines
          query={query}
          keyOf={({ address }) => address}
          title={({ address }) => <ThreadLink address={address} hasNumber />}
          note={({ since, source }) => (
            <>
              Since <Instant at={since} as={dateOf} />, {sourceWords[source]}
            </>
          )}
          action={(optOut) => isAdmin && <Remove account={account} optOut={optOut} />}
          empty={
            search.trim() === ''
              ? {
                  title: 'Nobody has opted out',
                  text: 'A person who answers a text with STOP is listed here.',
                }
              : { title: 'Not opted out', text: 'Texts to this number are accepted.' }
          }
        />
        <OptOutSettingsSection />
      </Stack>
      {dialog}
      <Modal opened={isImporting} onClose={() => setImporting(false)} title="Import a file">
        <ImportForm account={account} />
      </Modal>
    </Page>
  );
}
