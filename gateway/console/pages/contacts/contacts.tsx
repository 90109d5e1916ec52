// The people behind the account's numbers, their groups, and files of them.
import { Button, Group, Menu, Modal, NativeSelect, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask, withQuery } from '../../api/ask.ts';
import { type Contact, contactsKey, contactsQuery, groupsKey, groupsQuery } from '../../api/contacts.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { downloadFile } from '../../ui/download_csv.ts';
import { Icon } from '../../ui/icons.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { OnlyMembers } from '../../ui/only_members.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { SearchInput } from '../../ui/search_input.tsx';
import { contacts as say } from '../../words/en/contacts.ts';
import { often } from '../../words/en/often.ts';
import { ContactDialog } from './contact_dialog.tsx';
import { GroupsDialog } from './groups_dialog.tsx';
import { ImportForm } from './import_form.tsx';

type ContactGroup = Schemas['ContactGroup'];

const Remove = ({ account, contact: { id, name } }: { account: number; contact: Contact }) => (
  <Confirm
    label={often.remove}
    of={name}
    title={say.removeOf(name)}
    run={() => ask('DELETE /contacts/{id}', { account, path: { id } })}
    changes={contactsKey(account)}
  >
    {say.removeWhy}
  </Confirm>
);

function Download({ account, group }: { account: number; group: string }) {
  const save = (form: 'csv' | 'vcf') =>
    void downloadFile(withQuery(`/api/v1/contacts/export.${form}`, { group }), account, 'contacts', form);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          {often.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>{say.asCsv}</Menu.Item>
        <Menu.Item onClick={() => save('vcf')}>{say.asVCards}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const Note = ({ contact, groups }: { contact: Contact; groups: readonly ContactGroup[] }) => {
  const names = groups.filter(({ id }) => contact.groups.includes(id)).map(({ name }) => name);
  return (
    <>
      <span className="number">{contact.address}</span>
      {names.length > 0 && ` · ${names.join(', ')}`}
      {contact.note !== '' && <span className="contact-note">{contact.note}</span>}
    </>
  );
};

/** What is open above the page: a contact that is changed, or one of the dialogs. */
type Open = Contact | 'new' | 'import' | 'groups' | null;

/** What can be done here, at the page's head. */
function Actions({
  account,
  group,
  setOpen,
}: {
  account: number;
  group: string;
  setOpen: (open: Open) => void;
}) {
  const { canSend, isAdmin } = useRole();
  return (
    <Group gap="sm">
      <Download account={account} group={group} />
      {isAdmin && (
        <Button variant="default" leftSection={<Icon name="bulk" />} onClick={() => setOpen('import')}>
          {often.import}
        </Button>
      )}
      {canSend && (
        <>
          <Button variant="default" leftSection={<Icon name="people" />} onClick={() => setOpen('groups')}>
            {say.groups}
          </Button>
          <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('new')}>
            {say.addTitle}
          </Button>
        </>
      )}
    </Group>
  );
}

interface FilterProps {
  typed: string;
  setTyped: (typed: string) => void;
  group: string;
  setGroup: (group: string) => void;
  groups: readonly ContactGroup[];
}

const Filter = ({ typed, setTyped, group, setGroup, groups }: FilterProps) => (
  <Group gap="sm" grow preventGrowOverflow={false}>
    <SearchInput
      size="md"
      label={say.search}
      placeholder={say.searchHint}
      maxLength={100}
      value={typed}
      onChange={setTyped}
    />
    {groups.length > 0 && (
      <NativeSelect
        size="md"
        aria-label={say.group}
        value={group}
        onChange={(event) => setGroup(event.currentTarget.value)}
        data={[
          { value: '', label: say.allGroups },
          ...groups.map(({ id, name, members }) => ({
            value: String(id),
            label: say.groupOf(name, members),
          })),
        ]}
      />
    )}
  </Group>
);

const RowActions = ({
  account,
  contact,
  change,
}: {
  account: number;
  contact: Contact;
  change: () => void;
}) => (
  <Group gap="xs">
    <RowButton label={often.change} of={contact.name} onClick={change} />
    <Remove account={account} contact={contact} />
  </Group>
);

export function ContactsPage() {
  const account = useAccountId();
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const [q] = useDebouncedValue(typed.trim(), 250);
  const query = useInfiniteQuery({ ...contactsQuery(account, q, group), placeholderData: keepPreviousData });
  const { data: groups = [] } = useQuery(groupsQuery(account));
  const close = () => setOpen(null);
  const isFiltered = q !== '' || group !== '';
  return (
    <Page
      title={often.contacts}
      lead={say.lead}
      actions={<Actions account={account} group={group} setOpen={setOpen} />}
    >
      <Stack gap="md">
        <Filter typed={typed} setTyped={setTyped} group={group} setGroup={setGroup} groups={groups} />
        <ResourceLines
          query={query}
          keyOf={({ id }) => id}
          title={({ address, name }) => (
            <AccountLink to={`/threads/${encodeURIComponent(address)}`}>{name}</AccountLink>
          )}
          note={(contact) => <Note contact={contact} groups={groups} />}
          action={(contact) => (
            <OnlyMembers isSaid>
              <RowActions account={account} contact={contact} change={() => setOpen(contact)} />
            </OnlyMembers>
          )}
          empty={
            isFiltered ? { title: say.nobody, text: say.nobodyHelp } : { title: say.none, text: say.noneHelp }
          }
        />
      </Stack>
      {(open === 'new' || (typeof open === 'object' && open !== null)) && (
        <ContactDialog
          account={account}
          contact={open === 'new' ? null : open}
          groups={groups}
          close={close}
        />
      )}
      <GroupsDialog account={account} groups={groups} isOpen={open === 'groups'} close={close} />
      <Modal opened={open === 'import'} onClose={close} title={say.importTitle}>
        <ImportForm account={account} changes={[contactsKey(account), groupsKey(account)]} />
      </Modal>
    </Page>
  );
}
