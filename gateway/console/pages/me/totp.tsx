// The second factor: a code of an authenticator app, and recovery codes for when the app is lost.
import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { CopyLine } from '../../ui/copy_line.tsx';
import { AskForm } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qr_code.tsx';
import { Section } from '../../ui/section.tsx';
import { ProofForm } from './proof.tsx';

type Step =
  | { name: 'closed' }
  | { name: 'proof'; isEnding: boolean }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] };

const titles = {
  closed: '',
  proof: 'Show that it is you',
  scan: 'Scan this with your app',
  codes: 'Your recovery codes',
} as const;

interface ProofStepProps {
  person: Person;
  isEnding: boolean;
  go: (step: Step) => void;
}

function ProofStep({ person, isEnding, go }: ProofStepProps) {
  const client = useQueryClient();
  const asked = { method: isEnding ? 'DELETE' : 'POST', body: {} } as const;
  return (
    <ProofForm
      person={person}
      action={isEnding ? 'Turn it off' : 'Continue'}
      send={() => ask<{ secret: string; uri: string }>(`${base}/console/me/totp`, asked)}
      onDone={({ secret, uri }) => {
        if (!isEnding) return go({ name: 'scan', secret, uri });
        void client.invalidateQueries();
        return go({ name: 'closed' });
      }}
    />
  );
}

function ScanStep({ secret, uri, go }: { secret: string; uri: string; go: (step: Step) => void }) {
  const [code, setCode] = useState('');
  const client = useQueryClient();
  return (
    <Stack gap="sm">
      <QrCode text={uri} label="The secret as a QR code, for an authenticator app" />
      <div>
        <span className="quiet">Or type it into the app:</span>
        <CopyLine text={secret} label="the secret" />
      </div>
      <AskForm
        action="Turn it on"
        send={() =>
          ask<{ recovery_codes: string[] }>(`${base}/console/me/totp/confirm`, {
            method: 'POST',
            body: { code: code.trim() },
          })
        }
        onDone={({ recovery_codes }) => {
          void client.invalidateQueries();
          go({ name: 'codes', codes: recovery_codes });
        }}
      >
        <TextInput
          label="The code that the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      </AskForm>
    </Stack>
  );
}

const CodesStep = ({ codes, close }: { codes: string[]; close: () => void }) => (
  <Stack gap="sm">
    <Alert color="orange" variant="light">
      Print or save them now: each lets you in once when the app is lost, and they are not shown again.
    </Alert>
    <ul className="codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Button onClick={close}>I have saved them</Button>
  </Stack>
);

export function TotpSection({ person }: { person: Person }) {
  const [step, go] = useState<Step>({ name: 'closed' });
  const close = () => go({ name: 'closed' });
  return (
    <Section title="Second factor" lead="A code of an authenticator app at every sign-in by password.">
      <p className={person.totp ? 'status status-good' : 'status status-quiet'}>
        {person.totp ? 'On' : 'Off'}
      </p>
      {person.totp && <p className="quiet">{person.recovery_codes_left} recovery codes are left.</p>}
      <Button variant="default" mt="sm" onClick={() => go({ name: 'proof', isEnding: person.totp })}>
        {person.totp ? 'Turn it off' : 'Turn it on'}
      </Button>
      <Modal
        opened={step.name !== 'closed'}
        onClose={close}
        title={titles[step.name]}
        closeOnClickOutside={step.name !== 'codes'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {step.name === 'proof' && <ProofStep person={person} isEnding={step.isEnding} go={go} />}
        {step.name === 'scan' && <ScanStep secret={step.secret} uri={step.uri} go={go} />}
        {step.name === 'codes' && <CodesStep codes={step.codes} close={close} />}
      </Modal>
    </Section>
  );
}
