// The second factor: a code of an authenticator app, and recovery codes for when the app is lost.
import { Alert, Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Person } from '../../api/types.ts';
import { CopyLine } from '../../ui/copy_line.tsx';
import { AskForm, useRefresh } from '../../ui/form.tsx';
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
  const refresh = useRefresh();
  return (
    <ProofForm
      person={person}
      action={isEnding ? 'Turn it off' : 'Continue'}
      send={async () => {
        if (!isEnding) return go({ name: 'scan', ...(await ask('POST /console/me/totp', { body: {} })) });
        await ask('DELETE /console/me/totp', { body: {} });
        refresh([]);
        return go({ name: 'closed' });
      }}
    />
  );
}

function ScanStep({ secret, uri, go }: { secret: string; uri: string; go: (step: Step) => void }) {
  return (
    <Stack gap="sm">
      <QrCode text={uri} label="The secret as a QR code, for an authenticator app" />
      <div>
        <span className="quiet">Or type it into the app:</span>
        <CopyLine text={secret} label="the secret" />
      </div>
      <AskForm
        action="Turn it on"
        fields={{
          code: { label: 'The code that the app shows', type: 'whole', autoComplete: 'one-time-code' },
        }}
        send={(body) => ask('POST /console/me/totp/confirm', { body })}
        changes={[]}
        onDone={({ recovery_codes }) => go({ name: 'codes', codes: recovery_codes })}
      />
    </Stack>
  );
}

const CodesStep = ({ codes, close }: { codes: string[]; close: () => void }) => (
  <Stack gap="sm">
    <Alert color="orange" variant="light">
      Print or save these codes now. Each lets you in once if you lose the app, and they are not shown again.
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
      >
        {step.name === 'proof' && <ProofStep person={person} isEnding={step.isEnding} go={go} />}
        {step.name === 'scan' && <ScanStep secret={step.secret} uri={step.uri} go={go} />}
        {step.name === 'codes' && <CodesStep codes={step.codes} close={close} />}
      </Modal>
    </Section>
  );
}
