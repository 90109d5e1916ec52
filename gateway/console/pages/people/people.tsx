// The people of an account, and those who are invited.
import { NativeSelect } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { meQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf, queryOf } from '../../api/queries.ts';
import type { Role, Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useRefresh } from '../../ui/form.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { Fault } from '../../ui/state.tsx';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];
type Listed = Member | Invitation;

const isMember = (one: Listed): one is Member => 'joined_at' in one;

export const roleWords: Record<Role, string> = {
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
};
/** What each role may do, in a few words. */
const roleMeaning: Record<Role, string> = {
  viewer: 'Reads, and sends nothing',
  member: 'Sends and reads',
  admin: 'Also manages devices, keys, people and the plan',
  owner: 'May do everything',
};
const allRoles = ['viewer', 'member', 'admin', 'owner'] as const;
/** The roles that a person may give to others. */
const rolesGivenBy = (isOwner: boolean) =>
  allRoles.filter((role) => isOwner || role !== 'owner').map((value) => ({ value, label: roleWords[value] }));

function useCanChange() {
  const { isAdmin, isOwner } = useRole();
  return ({ role }: Member) => isAdmin && (isOwner || role !== 'owner');
}

function RoleChoice({ member, account }: { member: Member; account: number }) {
  const { isOwner } = useRole();
  const canChange = useCanChange();
  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: (role: Role) =>
      ask('PATCH /people/{id}', { account, path: { id: member.id }, body: { role } }),
    onSettled: () => refresh(keyOf('/people', account)),
  });
  if (!canChange(member)) return <span title={roleMeaning[member.role]}>{roleWords[member.role]}</span>;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={`Role of ${member.name}`}
        value={member.role}
        disabled={change.isPending}
        title={roleMeaning[member.role]}
        data={rolesGivenBy(isOwner)}
        onChange={(event) => change.mutate(event.currentTarget.value as Role)}
      />
      {change.error && <Fault error={change.error} />}
    </>
  );
}

function Remove({ member, account, isSelf }: { member: Member; account: number; isSelf: boolean }) {
  const canChange = useCanChange();
  const refresh = useRefresh();
  if (!canChange(member) && !isSelf) return null;
  return (
    <Confirm
      label={isSelf ? 'Leave' : 'Remove'}
      of={member.name}
      title={isSelf ? 'Leave this account?' : `Remove ${member.name}?`}
      run={() => ask('DELETE /people/{id}', { account, path: { id: member.id } })}
      onDone={isSelf ? () => location.assign('/') : () => refresh(keyOf('/people', account))}
    >
      {isSelf ? 'You lose' : 'They lose'} access within a second. Keys and devices of the account stay as they
      are.
    </Confirm>
  );
}

const Withdraw = ({ invitation: { id, email }, account }: { invitation: Invitation; account: number }) => (
  <Confirm
    label="Withdraw"
    of={`the invitation of ${email}`}
    title="Withdraw the invitation?"
    run={() => ask('DELETE /invitations/{id}', { account, path: { id } })}
    changes={keyOf('/people', account)}
  >
    Its link stops working.
  </Confirm>
);

const nameOf = (one: Listed, self: number | undefined) =>
  isMember(one) ? (
    <>
      <strong>{one.name}</strong>
      {one.id === self && <span className="quiet"> (you)</span>}
      <div className="quiet">{one.email}</div>
    </>
  ) : (
    <>
      <strong>{one.email}</strong>
      <div className="quiet">
        Invited, until <Instant at={one.expires_at} />
      </div>
    </>
  );

function useInviteDialog(account: number) {
  const { isOwner } = useRole();
  return useFormDialog({
    button: 'Invite somebody',
    title: 'Invite somebody',
    action: 'Make the invitation',
    fields: {
      email: {
        label: 'E-mail',
        description: 'The invitation is for this address only: they sign in with it.',
        type: 'email',
        isFirst: true,
      },
      role: {
        label: 'Role',
        description:
          'Viewers only read. Members send too. Admins also manage devices, keys, people and the plan.',
        type: 'select',
        initial: 'member',
        options: rolesGivenBy(isOwner),
      },
    },
    send: ({ email, role }) => ask('POST /invitations', { account, body: { email, role: role as Role } }),
    changes: keyOf('/people', account),
    ...invitationWords('them'),
  });
}

/** Shows the link of an invitation, or says that it was mailed. */
export const invitationWords = (whom: string) => ({
  onDone: ({ link }: Schemas['SentInvitation']) => {
    if (link === null) notifications.show({ message: 'The invitation is on its way by mail.' });
  },
  secret: {
    title: 'The invitation’s link',
    label: 'the link',
    of: ({ link }: Schemas['SentInvitation']) => link,
    note: <p className="quiet">Send it to {whom} by a way that only they read. It works once.</p>,
  },
});

export function PeoplePage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const { data: me } = useQuery(meQuery);
  const query = useQuery({
    ...queryOf('GET /people', { account }),
    select: ({ people, invitations }): Listed[] => [...people, ...invitations],
  });
  const { button, dialog } = useInviteDialog(account);
  const self = me?.person.id;
  return (
    <Page
      title="People"
      lead="The people who work with this account, and what each of them may do."
      actions={isAdmin && button}
    >
      <ResourceTable
        query={query}
        keyOf={(one) => `${isMember(one)} ${one.id}`}
        columns={[
          ['Name', (one) => nameOf(one, self)],
          [
            'Role',
            (one) => (isMember(one) ? <RoleChoice member={one} account={account} /> : roleWords[one.role]),
          ],
          ['Since', (one) => isMember(one) && <Instant at={one.joined_at} as={dateOf} />],
        ]}
        action={(one) =>
          isMember(one) ? (
            <Remove member={one} account={account} isSelf={one.id === self} />
          ) : (
            <Withdraw invitation={one} account={account} />
          )
        }
      />
      {dialog}
    </Page>
  );
}
