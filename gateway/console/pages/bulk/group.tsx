// A group of contacts as a list to send to: its people stand in rows, as those of a file do.
import { Button, Menu } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { groupsQuery } from '../../api/contacts.ts';
import { allOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { bulk as say } from '../../words/en/bulk.ts';
import { contacts as ofContacts } from '../../words/en/contacts.ts';
import { often } from '../../words/en/often.ts';
import { BadFile, type Table } from './read_file.ts';
import type { Columns } from './read_rows.ts';

type ContactGroup = Schemas['ContactGroup'];

/** Where the table of a group has the number. */
export const columnsOfGroup: Columns = { address: 1, body: -1, at: -1, hasHead: true };

/** The people of a group as a table. Throws BadFile where there are none. */
export async function readGroup(
  client: QueryClient,
  account: number,
  { id, name }: ContactGroup,
): Promise<Table> {
  const asked = { account, query: { group: String(id) } };
  const people = await client.fetchQuery({ ...allOf('GET /contacts', 'contacts', asked), gcTime: 0 });
  if (people.length === 0) throw new BadFile(say.emptyGroup(name));
  const rows = people.map((contact) => [contact.name, contact.address, contact.note]);
  return { rows: [[often.name, often.number, ofContacts.note], ...rows], encoding: null, isGuess: false };
}

/** Nothing for an account that has no groups. */
export function ChooseGroup({ account, open }: { account: number; open: (group: ContactGroup) => void }) {
  const { data: groups = [] } = useQuery(groupsQuery(account));
  if (groups.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="people" />}>
          {say.chooseGroup}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="menu-long">
        {groups.map((group) => (
          <Menu.Item key={group.id} onClick={() => open(group)}>
            {ofContacts.groupOf(group.name, group.members)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
