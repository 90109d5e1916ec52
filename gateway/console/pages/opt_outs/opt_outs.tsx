// Recipients who want no texts of the account.
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { OptOut } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { downloadCsv } from '../../ui/download_csv.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { ShowMore } from '../../ui/show_more.tsx';
import { Coming, Empty, Fault } from '../../ui/state.tsx';
import { ImportDialog } from './import_dialog.tsx';
import { optOutsKey, optOutsPath, optOutsQuery } from './opt_out_queries.ts';
import { OptOutSettingsSection } from './opt_out_settings.tsx';

const sourceWords: Record<OptOut['source'], string> = {
  keyword: 'wrote it in a text',
  api: 'added over the interface',
  import: 'from a file',
  console: 'added by hand',
};

function AddDialog({ account, close }: { account: number; close: () => void }) {
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  return (
    <AskForm
      action="Opt out"
      send={() => ask(`${optOutsPath}/${encodeURIComponent(address.trim())}`, { method: 'PUT', account })}
      onDone={() => {
        void client.invalidateQueries({ queryKey: optOutsKey(account) });
        close();
      }}
    >
      <TextInput
        label="Phone number"
        description="Nothing is sent to it any more, and texts that still wait for it are ended."
        required
        withAsterisk={false}
        data-autofocus
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
    </AskForm>
  );
}

function Entry({ optOut, account, isAdmin }: { optOut: OptOut; account: number; isAdmin: boolean }) {
  const client = useQueryClient();
  const { address, since, source } = optOut;
  return (
    <li>
      <div>
        <AppLink to={`/accounts/${account}/threads/${encodeURIComponent(address)}`} className="link number">
          {address}
        </AppLink>
        <div className="quiet">
          Since <Instant at={since} as={dateOf} />, {sourceWords[source]}
        </div>
      </div>
      {isAdmin && (
        <Confirm
          label="Remove"
          of={address}
          title={`Send to ${address} again?`}
          action="Remove"
          run={() => ask(`${optOutsPath}/${encodeURIComponent(address)}`, { method: 'DELETE', account })}
          onDone={() => void client.invalidateQueries({ queryKey: optOutsKey(account) })}
        >
          {source === 'keyword'
            ? 'They wrote that they want no texts. Remove them only when they have said otherwise since.'
            : 'Texts to this number are accepted again, at once.'}
        </Confirm>
      )}
    </li>
  );
}

export function OptOutsPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const [search, setSearch] = useState('');
  const query = useInfiniteQuery(optOutsQuery(account, search.trim()));
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const close = () => setOpen(null);
  const found = query.data?.pages.flatMap((page) => page.opt_outs);
  return (
    <Page
      title="Opt-outs"
      lead="People who want no texts of this account. Who writes STOP is added, who writes START is removed again."
      actions={
        <Group gap="sm">
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() => void downloadCsv(`${optOutsPath}/export`, account, 'opt-outs')}
          >
            Export
          </Button>
          {isAdmin && (
            <Button variant="default" leftSection={<Icon name="bulk" />} onClick={() => setOpen('import')}>
              Import
            </Button>
          )}
          {isAdmin && (
            <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('add')}>
              Add a number
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        <TextInput
          aria-label="Look for a number"
          placeholder="Look for a whole number"
          leftSection={<Icon name="search" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {query.error && !found && <Fault error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Coming />}
        {found?.length === 0 && (
          <div className="panel">
            {search.trim() === '' ? (
              <Empty title="Nobody has opted out">Who answers a text with STOP is listed here.</Empty>
            ) : (
              <Empty title="Not opted out">Texts to this number are accepted.</Empty>
            )}
          </div>
        )}
        {found && found.length > 0 && (
          <div className="panel">
            <ul className="plain-list">
              {found.map((optOut) => (
                <Entry key={optOut.address} optOut={optOut} account={account} isAdmin={isAdmin} />
              ))}
            </ul>
            <ShowMore query={query} />
          </div>
        )}
        <OptOutSettingsSection account={account} isAdmin={isAdmin} />
      </Stack>
      <Modal
        opened={open !== null}
        onClose={close}
        title={open === 'import' ? 'Import a file' : 'Opt a number out'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {open === 'add' && <AddDialog account={account} close={close} />}
        {open === 'import' && <ImportDialog account={account} />}
      </Modal>
    </Page>
  );
}
