// A session may end while a page is open: in another tab, by a new password, or by time. The person signs in again in place,
// and what they typed stays as it is.
import { Anchor, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { enterQuery, meQuery } from '../api/account.ts';
import { session } from '../api/connection.ts';
import type { Person } from '../api/types.ts';
import { secondFactorLead, useSignIn } from '../pages/door/sign_in.tsx';
import { signInPath } from './doors.ts';

/** Goes on with a session of the same person; for anybody else it begins anew. */
function useGoOn(person: Person) {
  const client = useQueryClient();
  const { accountId } = useParams({ strict: false }) as { accountId?: string };
  return async () => {
    const { person: found } = await client.fetchQuery({ ...meQuery, staleTime: 0 });
    if (found.email !== person.email) return location.assign('/');
    if (accountId !== undefined)
      await client.fetchQuery({ ...enterQuery(Number(accountId)), staleTime: 0 }).catch(() => undefined);
    session.find();
  };
}

function SignInAgainForm({ person }: { person: Person }) {
  const goOn = useGoOn(person);
  const { isSecondFactor, form } = useSignIn({ email: person.email, onDone: () => void goOn() });
  // Somebody who signed in in another tab is signed in here, too.
  useEffect(() => {
    const look = () => void goOn().catch(() => undefined);
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  });
  return (
    <>
      <p className="door-lead">
        {isSecondFactor ? secondFactorLead : 'Sign in again to go on. What you typed is kept.'}
      </p>
      {form}
      {!isSecondFactor && (
        <Anchor href={signInPath()} mt="md" size="sm" display="inline-block">
          Sign in as somebody else
        </Anchor>
      )}
    </>
  );
}

export function SignInAgain({ person }: { person: Person }) {
  const isOut = useSyncExternalStore(session.subscribe, () => session.isLost);
  return (
    <Modal
      opened={isOut}
      onClose={() => undefined}
      title="You were signed out"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      {isOut && <SignInAgainForm person={person} />}
    </Modal>
  );
}
