// The groups of contacts: made and removed. Who is in which is chosen with the contact.
import { Modal, Stack } from '@mantine/core';
import { useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { contactsKey, groupsKey } from '../../api/contacts.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { contacts as say } from '../../words/en/contacts.ts';
import { often } from '../../words/en/often.ts';

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
    <Modal opened={isOpen} onClose={close} title={say.groupsTitle}>
      <Stack gap="md">
        {groups.length > 0 && (
          <ul className="plain-list">
            {groups.map(({ id, name, members }) => (
              <li key={id}>
                <div>
                  <strong>{name}</strong>
                  <div className="quiet">{say.members(members)}</div>
                </div>
                {isAdmin && (
                  <Confirm
                    label={often.remove}
                    of={name}
                    title={say.removeGroup(name)}
                    run={() => ask('DELETE /groups/{id}', { account, path: { id } })}
                    onDone={() => refresh(groupsKey(account), contactsKey(account))}
                  >
                    {say.removeGroupWhy}
                  </Confirm>
                )}
              </li>
            ))}
          </ul>
        )}
        <AskForm
          action={say.makeGroup}
          fields={{ name: { label: say.newGroup, maxLength: 100, isFirst: true } }}
          send={({ name }) => ask('POST /groups', { account, body: { name } })}
          changes={groupsKey(account)}
          isCleared
        />
      </Stack>
    </Modal>
  );
}
