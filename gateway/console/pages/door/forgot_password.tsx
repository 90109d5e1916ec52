// Somebody has forgotten their password: a mail brings a link that sets a new one. Without mail the operator makes a link.
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { DoorCard, DoorPending } from './door_card.tsx';
import { canUsePasskeys } from './passkeys.ts';

const title = 'A new password';

const BackToSignIn = () => (
  <Anchor component={Link} to="/sign-in" mt="lg" size="sm" display="block">
    Back to the sign-in
  </Anchor>
);

const passkeyWords = () =>
  canUsePasskeys() && <p>If you have a passkey, it signs you in without a password.</p>;

const WithoutMail = () => (
  <DoorCard title={title} lead="This service sends no mail, so it cannot send you a link.">
    <p>
      Ask whoever runs the service. They make a link for you with <code>people reset</code> and your e-mail
      address at their command line, and hand it to you. It works once, for a day.
    </p>
    {passkeyWords()}
    <BackToSignIn />
  </DoorCard>
);

const Sent = ({ email, again }: { email: string; again: () => void }) => (
  <DoorCard
    key="sent"
    title="Look into your mail"
    lead={`If somebody signs in with ${email}, a link is on its way there. It works once, for half an hour.`}
  >
    <p>
      Nothing there? Look among unwanted mail, and whether the address is right. Only an address that was
      confirmed gets a link: for any other, ask whoever runs the service.
    </p>
    <Button variant="default" onClick={again}>
      Use another address
    </Button>
    <BackToSignIn />
  </DoorCard>
);

export function ForgotPasswordPage() {
  const start = useQuery(startQuery);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (!start.data) return <DoorPending of={start} />;
  if (!start.data.sends_mail) return <WithoutMail />;
  if (sentTo !== null) return <Sent email={sentTo} again={() => setSentTo(null)} />;
  return (
    <DoorCard title={title} lead="We send you a link by which you choose a new password.">
      <AskForm
        action="Send me the link"
        isWide
        fields={{ email: { label: 'E-mail', type: 'email', autoComplete: 'username', isFirst: true } }}
        send={async ({ email }) => {
          await ask('POST /console/forgotten-password', { body: { email } });
          return email;
        }}
        onDone={setSentTo}
      />
      {passkeyWords()}
      <BackToSignIn />
    </DoorCard>
  );
}
