// Pairs a device: a name, then a code as a QR and as a line to copy; the dialog sees by itself when it is done.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { devicesQuery } from '../../api/account.ts';
import { type Answer, ask } from '../../api/ask.ts';
import { CopyLine } from '../../ui/copy_line.tsx';
import { AskForm } from '../../ui/form.tsx';
import { clockTime, Instant } from '../../ui/instant.tsx';
import { QrCode } from '../../ui/qr_code.tsx';

const lookAgainMs = 2_000;

interface Waiting {
  pairing: Answer<'POST /devices/pairing-codes'>;
  /** The devices that were there before. */
  before: ReadonlySet<number>;
}

function Code({ account, waiting, close }: { account: number; waiting: Waiting; close: () => void }) {
  const { pairing, before } = waiting;
  const { data } = useQuery({ ...devicesQuery(account), refetchInterval: lookAgainMs });
  const paired = data?.find(({ id }) => !before.has(id));
  if (paired)
    return (
      <Stack gap="md">
        <Alert color="relay" title={`“${paired.name}” is paired`} role="status">
          {paired.online ? 'It is online: texts can leave through it now.' : 'It will be online in a moment.'}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    );
  return (
    <div className="pairing">
      <div>
        <QrCode text={pairing.qr} label="The pairing code as a QR code" />
      </div>
      <div className="pairing-words">
        <p>
          <strong>An Android phone:</strong> install the agent in Termux on it, scan the code with the phone’s
          camera, and paste into Termux what it holds.{' '}
          <a href="/docs/devices#install-and-pair">How to install it</a>
        </p>
        <p>
          <strong>A modem, or a phone by hand:</strong> run one of these lines on the machine beside it.
        </p>
        {pairing.commands.map((command) => (
          <CopyLine key={command} text={command} label="the command" />
        ))}
        {pairing.advice && <p className="quiet">{pairing.advice}</p>}
        <p className="quiet" role="status">
          Waiting for the device. The code <strong className="mono">{pairing.code}</strong> is good once,
          until <Instant at={pairing.expires_at} as={clockTime} />.
        </p>
      </div>
    </div>
  );
}

interface PairDialogProps {
  account: number;
  isOpen: boolean;
  close: () => void;
}

export function PairDialog({ account, isOpen, close }: PairDialogProps) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const { data } = useQuery(devicesQuery(account));
  const end = () => {
    close();
    setWaiting(null);
  };
  return (
    <Modal opened={isOpen} onClose={end} title="Pair a device" size={waiting ? 'lg' : 'md'}>
      {waiting ? (
        <Code account={account} waiting={waiting} close={end} />
      ) : (
        <AskForm
          action="Show the code"
          fields={{
            name: {
              label: 'Name',
              description: 'As you and your people call it: where it is, or whose it is.',
              placeholder: 'Front desk phone',
              isFirst: true,
              maxLength: 100,
            },
          }}
          send={(body) => ask('POST /devices/pairing-codes', { account, body })}
          onDone={(pairing) => setWaiting({ pairing, before: new Set((data ?? []).map(({ id }) => id)) })}
        />
      )}
    </Modal>
  );
}
