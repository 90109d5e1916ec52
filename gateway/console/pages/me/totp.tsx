// The second factor: a code of an authenticator app, and recovery codes for when the app is lost.
import { Alert, Button, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { User } from '../../api/types.ts';
import { CopyLine } from '../../ui/copy_line.tsx';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { QrCode } from '../../ui/qr_code.tsx';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';
import { often } from '../../words/en/often.ts';
import { ReauthenticationForm } from './reauthentication.tsx';

type Step =
  | { name: 'closed' }
  | { name: 'reauthentication'; isEnding: boolean }
  | { name: 'scan'; secret: string; uri: string }
  | { name: 'codes'; codes: string[] };

interface ReauthenticationStepProps {
  user: User;
  isEnding: boolean;
  go: (step: Step) => void;
}

function ReauthenticationStep({ user, isEnding, go }: ReauthenticationStepProps) {
  const refresh = useRefresh();
  return (
    <ReauthenticationForm
      user={user}
      action={isEnding ? say.turnOff : often.continue}
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
      <QrCode text={uri} label={say.totpQr} />
      <div>
        <span className="quiet">{say.orType}</span>
        <CopyLine text={secret} label={often.theSecret} />
      </div>
      <AskForm
        action={say.turnOn}
        fields={{
          code: { label: say.appCode, type: 'whole', autoComplete: 'one-time-code' },
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
      {say.saveCodes}
    </Alert>
    <ul className="codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <Button onClick={close}>{say.haveSaved}</Button>
  </Stack>
);

export function TotpSection({ user }: { user: User }) {
  const [step, go] = useState<Step>({ name: 'closed' });
  const close = () => go({ name: 'closed' });
  return (
    <Section title={often.secondFactor} lead={say.totpLead}>
      <p className={user.totp ? 'status status-good' : 'status status-quiet'}>
        {user.totp ? often.on : often.off}
      </p>
      {user.totp && <p className="quiet">{say.codesLeft(user.recovery_codes_left)}</p>}
      <Button variant="default" mt="sm" onClick={() => go({ name: 'reauthentication', isEnding: user.totp })}>
        {user.totp ? say.turnOff : say.turnOn}
      </Button>
      <Modal
        opened={step.name !== 'closed'}
        onClose={close}
        title={step.name === 'closed' ? '' : say.totp[step.name]}
        closeOnClickOutside={step.name !== 'codes'}
      >
        {step.name === 'reauthentication' && (
          <ReauthenticationStep user={user} isEnding={step.isEnding} go={go} />
        )}
        {step.name === 'scan' && <ScanStep secret={step.secret} uri={step.uri} go={go} />}
        {step.name === 'codes' && <CodesStep codes={step.codes} close={close} />}
      </Modal>
    </Section>
  );
}
