// The members of an account, and those who are invited.
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
import { often } from '../../words/en/often.ts';
import { team as say } from '../../words/en/team.ts';
import { Say } from '../../words/say.tsx';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];
type Listed = Member | Invitation;

const isMember = (one: Listed): one is Member => 'joined_at' in one;

const allRoles = ['viewer', 'member', 'admin', 'owner'] as const;
/** The roles that a person may give to others. */
const rolesGivenBy = (isOwner: boolean) =>
  allRoles.filter((role) => isOwner || role !== 'owner').map((value) => ({ value, label: say.roles[value] }));

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
      ask('PATCH /members/{id}', { account, path: { id: member.id }, body: { role } }),
    onSettled: () => refresh(keyOf('/members', account)),
  });
  if (!canChange(member)) return <span title={say.meaning[member.role]}>{say.roles[member.role]}</span>;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={say.roleOf(member.name)}
        value={member.role}
        disabled={change.isPending}
        title={say.meaning[member.role]}
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
      label={isSelf ? say.leave : often.remove}
      of={member.name}
      title={isSelf ? say.leaveTitle : say.removeOf(member.name)}
      run={() => ask('DELETE /members/{id}', { account, path: { id: member.id } })}
      onDone={isSelf ? () => location.assign('/') : () => refresh(keyOf('/members', account))}
    >
      {isSelf ? say.leaveWhy : say.removeWhy}
    </Confirm>
  );
}

const Withdraw = ({ invitation: { id, email }, account }: { invitation: Invitation; account: number }) => (
  <Confirm
    label={say.withdraw}
    of={say.invitationOf(email)}
    title={say.withdrawTitle}
    run={() => ask('DELETE /invitations/{id}', { account, path: { id } })}
    changes={keyOf('/members', account)}
  >
    {say.withdrawWhy}
  </Confirm>
);

const nameOf = (one: Listed, self: number | undefined) =>
  isMember(one) ? (
    <>
      <strong>{one.name}</strong>
      {one.id === self && <span className="quiet"> {say.you}</span>}
      <div className="quiet">{one.email}</div>
    </>
  ) : (
    <>
      <strong>{one.email}</strong>
      <div className="quiet">
        <Say words={say.invitedUntil} parts={{ at: <Instant at={one.expires_at} /> }} />
      </div>
    </>
  );

function useInviteDialog(account: number) {
  const { isOwner } = useRole();
  return useFormDialog({
    button: say.invite,
    title: say.invite,
    action: often.makeInvitation,
    fields: {
      email: {
        label: often.email,
        description: say.inviteHelp,
        type: 'email',
        isFirst: true,
      },
      role: {
        label: say.role,
        description: say.roleHelp,
        type: 'select',
        initial: 'member',
        options: rolesGivenBy(isOwner),
      },
    },
    send: ({ email, role }) => ask('POST /invitations', { account, body: { email, role: role as Role } }),
    changes: keyOf('/members', account),
    ...invitationWords(say.linkToThem),
  });
}

/** Shows the link of an invitation, or says that it was mailed. */
export const invitationWords = (note: string) => ({
  onDone: ({ link }: Schemas['SentInvitation']) => {
    if (link === null) notifications.show({ message: say.invitationMailed });
  },
  secret: {
    title: say.invitationLink,
    label: often.theLink,
    of: ({ link }: Schemas['SentInvitation']) => link,
    note: <p className="quiet">{note}</p>,
  },
});

export function TeamPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const { data: me } = useQuery(meQuery);
  const query = useQuery({
    ...queryOf('GET /members', { account }),
    select: ({ members, invitations }): Listed[] => [...members, ...invitations],
  });
  const { button, dialog } = useInviteDialog(account);
  const self = me?.user.id;
  return (
    <Page title={often.team} lead={say.lead} actions={isAdmin && button}>
      <ResourceTable
        query={query}
        keyOf={(one) => `${isMember(one)} ${one.id}`}
        columns={[
          [often.name, (one) => nameOf(one, self)],
          [
            say.role,
            (one) => (isMember(one) ? <RoleChoice member={one} account={account} /> : say.roles[one.role]),
          ],
          [often.since, (one) => isMember(one) && <Instant at={one.joined_at} as={dateOf} />],
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
