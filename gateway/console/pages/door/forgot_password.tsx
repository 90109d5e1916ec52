// Somebody has forgotten their password: a mail brings a link that sets a new one. Without mail the operator makes a link.
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { startQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { door as say } from '../../words/en/door.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { DoorCard, DoorPending } from './door_card.tsx';
import { canUsePasskeys } from './passkeys.ts';

const BackToSignIn = () => (
  <Anchor component={Link} to="/sign-in" mt="lg" size="sm" display="block">
    {say.backToSignIn}
  </Anchor>
);

const passkeyWords = () => canUsePasskeys() && <p>{say.passkeyHint}</p>;

const WithoutMail = () => (
  <DoorCard title={say.newPasswordTitle} lead={say.noMail}>
    <p>
      <Say words={say.askOperator} parts={{ code: (words) => <code>{words}</code> }} />
    </p>
    {passkeyWords()}
    <BackToSignIn />
  </DoorCard>
);

const Sent = ({ email, again }: { email: string; again: () => void }) => (
  <DoorCard key="sent" title={say.checkMail} lead={say.linkSent(email)}>
    <p>{say.noMailCame}</p>
    <Button variant="default" onClick={again}>
      {say.otherAddress}
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
    <DoorCard title={say.newPasswordTitle} lead={say.newPasswordLead}>
      <AskForm
        action={say.sendLink}
        isWide
        fields={{ email: { label: often.email, type: 'email', autoComplete: 'username', isFirst: true } }}
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
