// The people of an account, and who was invited.

import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base, meQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Role, Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Rows } from '../../ui/rows.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { Fault, Pending } from '../../ui/state.tsx';

type Member = Schemas['Member'];
type Invitation = Schemas['Invitation'];
const roleWords: Record<Role, string> = { member: 'Member', admin: 'Admin', owner: 'Owner' };
const allRoles = ['member', 'admin', 'owner'] as const;
/** What a person of a role may give to others. */
const rolesGivenBy = (isOwner: boolean) => allRoles.filter((role) => isOwner || role !== 'owner');
const options = (roles: readonly Role[]) => roles.map((value) => ({ value, label: roleWords[value] }));

interface RowProps {
  member: Member;
  account: number;
  isSelf: boolean;
  refresh: () => void;
}

function MemberRow({ member, account, isSelf, refresh }: RowProps) {
  const { isAdmin, isOwner } = useRole();
  const canChange = isAdmin && (isOwner || member.role !== 'owner');
  const change = useMutation({
    mutationFn: (role: string) =>
      ask(`${base}/people/${member.id}`, { method: 'PATCH', account, body: { role } }),
    onSettled: refresh,
  });
  return (
    <tr>
      <td>
        <strong>{member.name}</strong>
        {isSelf && <span className="quiet"> (you)</span>}
        <div className="quiet">{member.email}</div>
        {change.error && <Fault error={change.error} />}
      </td>
      <td>
        {canChange ? (
          <NativeSelect
            size="xs"
            aria-label={`Role of ${member.name}`}
            value={member.role}
            disabled={change.isPending}
            data={options(rolesGivenBy(isOwner))}
            onChange={(event) => change.mutate(event.currentTarget.value)}
          />
        ) : (
          roleWords[member.role]
        )}
      </td>
      <td data-label="Since">
        <Instant at={member.joined_at} as={dateOf} />
      </td>
      <td className="end">
        {(canChange || isSelf) && (
          <Confirm
            label={isSelf ? 'Leave' : 'Remove'}
            of={member.name}
            title={isSelf ? 'Leave this account?' : `Remove ${member.name}?`}
            action={isSelf ? 'Leave' : 'Remove'}
            run={() => ask(`${base}/people/${member.id}`, { method: 'DELETE', account })}
            onDone={isSelf ? () => location.assign('/') : refresh}
          >
            {isSelf ? 'You lose' : 'They lose'} access within a second. Keys and devices of the account stay
            as they are.
          </Confirm>
        )}
      </td>
    </tr>
  );
}

function InviteDialog({
  account,
  close,
  onLink,
}: {
  account: number;
  close: () => void;
  /** Null: it was mailed. */
  onLink: (link: string | null) => void;
}) {
  const { isOwner } = useRole();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<string>('member');
  return (
    <Modal opened onClose={close} title="Invite somebody" closeButtonProps={{ 'aria-label': 'Close' }}>
      <AskForm
        action="Make the invitation"
        send={() =>
          ask<{ link: string | null }>(`${base}/invitations`, {
            method: 'POST',
            account,
            body: { email, role },
          })
        }
        onDone={({ link }) => onLink(link)}
      >
        <TextInput
          label="E-mail"
          description="The invitation is for this address only: they sign in with it."
          type="email"
          required
          withAsterisk={false}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          description="Members send and read. Admins also manage devices, keys, people and the plan."
          size="md"
          value={role}
          data={options(rolesGivenBy(isOwner))}
          onChange={(event) => setRole(event.currentTarget.value)}
        />
      </AskForm>
    </Modal>
  );
}

export function PeoplePage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const client = useQueryClient();
  const { data: me } = useQuery(meQuery);
  const queryKey = ['account', account, 'people'];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      ask<{ people: Member[]; invitations: Invitation[] }>(`${base}/people`, { account, signal }),
  });
  const { data } = query;
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey });
  return (
    <Page
      title="People"
      lead="Who works with this account, and what they may do."
      actions={
        isAdmin && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        )
      }
    >
      <Pending of={query} />
      {data && (
        <Rows columns={['Name', 'Role', 'Since']}>
          {data.people.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              account={account}
              isSelf={member.id === me?.person.id}
              refresh={refresh}
            />
          ))}
          {data.invitations.map((invitation) => (
            <tr key={`invitation ${invitation.id}`}>
              <td>
                <strong>{invitation.email}</strong>
                <div className="quiet">
                  Invited, until <Instant at={invitation.expires_at} />
                </div>
              </td>
              <td>{roleWords[invitation.role]}</td>
              <td />
              <td className="end">
                <Confirm
                  label="Withdraw"
                  of={`the invitation of ${invitation.email}`}
                  title="Withdraw the invitation?"
                  action="Withdraw"
                  run={() => ask(`${base}/invitations/${invitation.id}`, { method: 'DELETE', account })}
                  onDone={refresh}
                >
                  Its link stops working.
                </Confirm>
              </td>
            </tr>
          ))}
        </Rows>
      )}
      {isInviting && (
        <InviteDialog
          account={account}
          close={() => setInviting(false)}
          onLink={(made) => {
            setInviting(false);
            setLink(made);
            if (made === null) notifications.show({ message: 'The invitation is on its way by mail.' });
            refresh();
          }}
        />
      )}
      <SecretOnce title="The invitation’s link" label="the link" secret={link} close={() => setLink(null)}>
        <p className="quiet">Send it to them by a way that only they read. It works once.</p>
      </SecretOnce>
    </Page>
  );
}
