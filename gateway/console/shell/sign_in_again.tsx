// A session may end while a page is open: in another tab, by a new password, or by time. The person signs in again in place,
// and what they typed stays as it is.
import { Anchor, Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { accountQuery, meQuery } from '../api/account.ts';
import { hasCode } from '../api/ask.ts';
import { session } from '../api/connection.ts';
import type { User } from '../api/types.ts';
import { secondFactorLead, useSignIn } from '../pages/door/sign_in.tsx';
import { often } from '../words/en/often.ts';
import { shell as say } from '../words/en/shell.ts';
import { signInPath } from './doors.ts';

/** Goes on with a session of the same person; for anybody else it begins anew. */
function useGoOn(user: User) {
  const client = useQueryClient();
  const { accountId } = useParams({ strict: false }) as { accountId?: string };
  return async () => {
    const { user: found } = await client.fetchQuery({ ...meQuery, staleTime: 0 });
    if (found.email !== user.email) return location.assign('/');
    const enter = { ...accountQuery(Number(accountId)), staleTime: 0 };
    const isTheirs =
      accountId === undefined ||
      (await client.fetchQuery(enter).then(
        () => true,
        (error) => !hasCode(error, 'not_found'),
      ));
    // Nothing that is shown is theirs to see any more.
    if (!isTheirs) return location.reload();
    session.find();
  };
}

function SignInAgainForm({ user, goOn }: { user: User; goOn: () => Promise<void> }) {
  const { isSecondFactor, form } = useSignIn({ email: user.email, onDone: () => void goOn() });
  // Somebody who signed in in another tab is signed in here, too.
  useEffect(() => {
    const look = () => void goOn().catch(() => undefined);
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  });
  return (
    <>
      <p className="door-lead">{isSecondFactor ? secondFactorLead() : say.signInAgain}</p>
      {form}
      {!isSecondFactor && (
        <Anchor href={signInPath()} mt="md" size="sm" display="inline-block">
          {often.signInAsOther}
        </Anchor>
      )}
    </>
  );
}

/** Asks only once the session is known to have ended: who was removed from the open account alone is signed in still. */
function SignInDialog({ user }: { user: User }) {
  const goOn = useGoOn(user);
  const [isEnded, setIsEnded] = useState(false);
  const hasLooked = useRef(false);
  useEffect(() => {
    if (hasLooked.current) return;
    hasLooked.current = true;
    goOn().catch(() => setIsEnded(true));
  });
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      title={say.signedOut}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <SignInAgainForm user={user} goOn={goOn} />
    </Modal>
  );
}

export function SignInAgain({ user }: { user: User }) {
  const isOut = useSyncExternalStore(session.subscribe, () => session.isLost);
  return isOut && <SignInDialog user={user} />;
}
