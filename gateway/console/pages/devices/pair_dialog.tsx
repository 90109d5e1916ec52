// Pairs a device: a name, then a code with what to do with it. The dialog sees by itself that the device is paired and connected,
// and then sends a test text through it.
import { Alert, Button, Group, Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { devicesQuery } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import type { Device } from '../../api/types.ts';
import { after, nowMs } from '../../clock.ts';
import { AskForm } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { clockTime, Instant } from '../../ui/instant.tsx';
import { devices as say } from '../../words/en/devices.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import { KeepAlive } from './keep_alive.tsx';
import { type PairingCode, PairingSteps } from './pairing_steps.tsx';
import { ProblemWords } from './problem.tsx';
import { TestText } from './test_text.tsx';

const lookAgainMs = 2_000;
/** A device that is paired connects within seconds; after this something is wrong. */
const slowMs = 60_000;

interface Waiting {
  pairing: PairingCode;
  /** The devices that were there before. */
  before: ReadonlySet<number>;
}

/** Whether a time is over; the page says so when it is. */
function useIsOver(atMs: number): boolean {
  const [isOver, setOver] = useState(nowMs() >= atMs);
  useEffect(() => {
    setOver(nowMs() >= atMs);
    return after(Math.max(atMs - nowMs(), 0), () => setOver(true));
  }, [atMs]);
  return isOver;
}

const isPhone = ({ model, connection }: Device) => model !== null || connection !== null;

function Waits({ pairing }: { pairing: PairingCode }) {
  const isOver = useIsOver(Date.parse(pairing.expires_at));
  if (isOver) return <p>{say.codeExpired}</p>;
  return (
    <p className="quiet">
      <Say words={say.waitingFor} parts={{ at: <Instant at={pairing.expires_at} as={clockTime} /> }} />
    </p>
  );
}

function Connects({ device }: { device: Device }) {
  const isSlow = useIsOver(Date.parse(device.created_at) + slowMs);
  return (
    <Alert color="relay" variant="light" title={say.paired(device.name)}>
      <p>{say.connects}</p>
      {isSlow && (
        <p>
          {say.slow} {isPhone(device) ? say.slowPhone : say.slowAgent}
          {device.problem && (
            <>
              {' '}
              <Say words={say.lastKnown} parts={{ problem: <ProblemWords device={device} /> }} />
            </>
          )}
        </p>
      )}
    </Alert>
  );
}

const Connected = ({ device }: { device: Device }) => (
  <Alert
    color="relay"
    variant="light"
    icon={<Icon name="check" />}
    title={isPhone(device) ? say.phoneConnected : say.deviceConnected}
  >
    <p>
      {say.canSend(
        [device.model?.replace('/', ' '), device.app_version && say.appVersion(device.app_version)]
          .filter(Boolean)
          .join(', ') || say.inQuotes(device.name),
      )}
    </p>
    {device.connection === 'polling' && <p>{say.pollingHelp}</p>}
  </Alert>
);

/** What is shown from the code on: to do, then how far the device is, then what is done with it. */
function Pairing({ account, waiting, close }: { account: number; waiting: Waiting; close: () => void }) {
  const { pairing, before } = waiting;
  const { data } = useQuery({ ...devicesQuery(account), refetchInterval: lookAgainMs });
  const device = data?.find(({ id }) => !before.has(id));
  // Once it was connected it stays so here: a phone that asks now and then comes and goes.
  const [wasConnected, setConnected] = useState(false);
  const isConnected = wasConnected || (device?.online === true && device.problem === null);
  useEffect(() => setConnected(isConnected), [isConnected]);
  return (
    <>
      {!device && <PairingSteps pairing={pairing} />}
      <div role="status" className="pairing-state">
        {!device && <Waits pairing={pairing} />}
        {device && !isConnected && <Connects device={device} />}
        {device && isConnected && <Connected device={device} />}
      </div>
      {device && isConnected && (
        <section className="pairing-after" aria-labelledby="test-text">
          <h3 id="test-text">{say.tryIt}</h3>
          <TestText account={account} device={device} />
          {isPhone(device) && (
            <details className="disclosure">
              <summary>{say.keepAlive}</summary>
              <KeepAlive model={device.model} />
            </details>
          )}
        </section>
      )}
      {device && (
        <Group justify="flex-end" mt="md">
          <Button onClick={close}>{say.done}</Button>
        </Group>
      )}
    </>
  );
}

interface PairDialogProps {
  account: number;
  isOpen: boolean;
  close: () => void;
}

export function PairDialog({ account, isOpen, close }: PairDialogProps) {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const client = useQueryClient();
  const end = () => {
    close();
    setWaiting(null);
  };
  const makeCode = async (body: { name: string }): Promise<Waiting> => {
    // Asked anew: a device that was paired a moment ago is not the one that this code pairs.
    const known = await client.fetchQuery({ ...devicesQuery(account), staleTime: 0 });
    const pairing = await ask('POST /devices/pairing-codes', { account, body });
    return { pairing, before: new Set(known.map(({ id }) => id)) };
  };
  return (
    <Modal
      opened={isOpen}
      onClose={end}
      title={say.pair}
      size={waiting ? 'lg' : 'md'}
      // A code that is shown is not lost by a tap beside it.
      closeOnClickOutside={waiting === null}
    >
      {waiting ? (
        <Pairing account={account} waiting={waiting} close={end} />
      ) : (
        <AskForm
          action={say.showCode}
          fields={{
            name: {
              label: often.name,
              description: say.nameHelp,
              placeholder: say.nameExample,
              isFirst: true,
              maxLength: 100,
            },
          }}
          send={makeCode}
          onDone={setWaiting}
        />
      )}
    </Modal>
  );
}
