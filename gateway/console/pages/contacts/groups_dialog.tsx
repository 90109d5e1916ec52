// The groups of contacts: made and removed. Who is in which is chosen with the contact.
import { Modal, Stack } from '@mantine/core';
import { useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { contactsKey, groupsKey } from '../../api/contacts.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm, useRefresh } from '../../ui/form.tsx';

interface GroupsDialogProps {
  account: number;
  groups: readonly Schemas['ContactGroup'][];
  isOpen: boolean;
  close: () => void;
}

export function GroupsDialog({ account, groups, isOpen, close }: GroupsDialogProps) {
  const { isAdmin } = useRole();
  const refresh = useRefresh();
  return (
    <Modal opened={isOpen} onClose={close} title="Groups of contacts">
      <Stack gap="md">
        {groups.length > 0 && (
          <ul className="plain-list">
            {groups.map(({ id, name, members }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <div className="quiet">
                    {members.toLocaleString()} {members === 1 ? 'contact' : 'contacts'}
                  </div>
                </div>
                {isAdmin && (
                  <Confirm
                    label="Remove"
                    of={name}
                    title={`Remove the group ${name}?`}
                    run={() => ask('DELETE /groups/{id}', { account, path: { id } })}
                    onDone={() => refresh(groupsKey(account), contactsKey(account))}
                  >
                    Its members stay contacts.
                  </Confirm>
                )}
              </li>
            ))}
          </ul>
        )}
        <AskForm
          action="Make a group"
          fields={{ name: { label: 'Name of a new group', maxLength: 100, isFirst: true } }}
          send={({ name }) => ask('POST /groups', { account, body: { name } })}
          changes={groupsKey(account)}
          isCleared
        />
      </Stack>
    </Modal>
  );
}
