// A sign-up link: the first person of a service, or an invitation to an account.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask, hasCode } from '../../api/ask.ts';
import type { Person, Schemas } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { DoorCard, DoorPending, takeToken, useEnterConsole } from './door_card.tsx';
import { shortestPassword } from './shortest_password.ts';

type Link = Schemas['Link'];

function leadOf({ kind, account_name, role, email }: Link): string {
  if (kind === 'first_person') return 'You are the first person of this service, and will run it.';
  if (kind === 'reset')
    return `Choose a new password for ${email ?? 'your sign-in'}. Your sessions end everywhere else.`;
  return `You were invited to “${account_name ?? 'an account'}” as ${role ?? 'member'}.`;
}

/** An invitation of a person who is signed in already. */
function Accept({ token, link, person }: { token: string; link: Link; person: Person }) {
  const enter = useEnterConsole();
  return (
    <DoorCard title="Join an account" lead={leadOf(link)}>
      <AskForm
        action={`Join as ${person.name}`}
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
    <DoorCard title={isReset ? 'A new password' : 'Welcome to Textrelay'} lead={leadOf(link)}>
      <AskForm
        action={isReset ? 'Save and sign in' : 'Create my sign-in'}
        isWide
        fields={{
          ...(!isReset && { name: { label: 'Your name', autoComplete: 'name', isFirst: true } }),
          email: {
            label: 'E-mail',
            description: 'You sign in with it.',
            type: 'email',
            autoComplete: 'username',
            readOnly: link.email !== null,
            initial: link.email ?? '',
          },
          password: {
            label: 'Password',
            description: `At least ${shortestPassword} characters. A few words that you make up are good.`,
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
  <DoorCard title="This link does not work" lead={children}>
    <Button component="a" href="/sign-in" variant="default">
      To the sign-in
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
  if (token === null) return <Dead>This link is incomplete. Open the whole link again, please.</Dead>;
  if (hasCode(link.error, 'link_expired', 'not_found', 'invalid_request'))
    return (
      <Dead>It was used already, or its time is over. Ask the person who gave it to you for a new one.</Dead>
    );
  if (!link.data || !start.data) return <DoorPending of={link.data ? start : link} />;
  const { person } = start.data;
  if (person && link.data.kind === 'invitation')
    return <Accept token={token} link={link.data} person={person} />;
  return <SignUp token={token} link={link.data} />;
}
