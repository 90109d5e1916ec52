// A sign-up link: the first person of a service, or an invitation to an account.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import type { Schemas, User } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { door as say } from '../../words/en/door.ts';
import { often } from '../../words/en/often.ts';
import { team } from '../../words/en/team.ts';
import { DoorCard, DoorPending, takeToken, useEnterConsole } from './door_card.tsx';
import { shortestPassword } from './shortest_password.ts';

type Link = Schemas['Link'];

function leadOf({ kind, account_name, role, email }: Link): string {
  if (kind === 'first_user') return say.firstUser;
  if (kind === 'reset') return say.resetFor(email ?? say.yourSignIn);
  return say.invitedTo(account_name ?? say.anAccount, team.roles[role ?? 'member']);
}

/** An invitation of a person who is signed in already. */
function Accept({ token, link, user }: { token: string; link: Link; user: User }) {
  const enter = useEnterConsole();
  return (
    <DoorCard title={say.joinTitle} lead={leadOf(link)}>
      <AskForm
        action={say.joinAs(user.name)}
        isWide
        send={() => ask('POST /console/links/accept', { body: { token } })}
        onDone={({ account_id }) => void enter(`/accounts/${account_id}`)}
      />
    </DoorCard>
  );
}

function SignUp({ token, link }: { token: string; link: Link }) {
  const isReset = link.kind === 'reset';
  const enter = useEnterConsole();
  return (
    <DoorCard title={isReset ? say.newPasswordTitle : say.welcome} lead={leadOf(link)}>
      <AskForm
        action={isReset ? say.saveAndSignIn : say.signUp}
        isWide
        fields={{
          ...(!isReset && { name: { label: say.yourName, autoComplete: 'name', isFirst: true } }),
          email: {
            label: often.email,
            description: say.emailHelp,
            type: 'email',
            autoComplete: 'username',
            readOnly: link.email !== null,
            initial: link.email ?? '',
          },
          password: {
            label: often.password,
            description: say.passwordHelp(shortestPassword),
            type: 'password',
            minLength: shortestPassword,
            autoComplete: 'new-password',
          },
        }}
        send={({ name = '', ...typed }) => ask('POST /console/sign-up', { body: { token, name, ...typed } })}
        onDone={() => void enter()}
      />
    </DoorCard>
  );
}

const Dead = ({ children }: { children: string }) => (
  <DoorCard title={say.deadTitle} lead={children}>
    <Button component="a" href="/sign-in" variant="default">
      {say.toSignIn}
    </Button>
  </DoorCard>
);

export function SignUpPage() {
  const [token] = useState(takeToken);
  const start = useQuery(startQuery);
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: ({ signal }) => ask('POST /console/links/read', { body: { token: token ?? '' }, signal }),
    enabled: token !== null,
  });
  if (token === null) return <Dead>{say.incomplete}</Dead>;
  if (hasCode(link.error, 'link_expired', 'not_found', 'invalid_request'))
    return <Dead>{say.deadInvitation}</Dead>;
  if (!link.data || !start.data) return <DoorPending of={link.data ? start : link} />;
  const { user } = start.data;
  if (user && link.data.kind === 'invitation') return <Accept token={token} link={link.data} user={user} />;
  return <SignUp token={token} link={link.data} />;
}
