// The phones and modems that texts leave through, as they are now.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { devicesQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Device } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts } from '../../ui/panel.tsx';
import { List } from '../../ui/resources.tsx';
import { ConnectionFact, ConnectionHelp, isLost } from './connection.tsx';
import { DeviceAddresses } from './device_addresses.tsx';
import { PairDialog } from './pair_dialog.tsx';
import { SimLine } from './sim_budget.tsx';

const refreshMs = 5_000;

function stateOf({ online, problem, simulated, connection }: Device): { look: string; words: string } {
  if (!online) return { look: 'status-quiet', words: 'Offline' };
  if (connection === 'lost') return { look: 'status-bad', words: 'Not connected' };
  if (connection === 'polling') return { look: 'status-warn', words: 'Asks now and then' };
  if (problem) return { look: 'status-bad', words: 'Has a problem' };
  return { look: 'status-good', words: simulated ? 'Online, simulated' : 'Online' };
}

const percent = (value: number | null) => (value === null ? null : `${value} %`);

const asSentence = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

const batteryOf = ({ battery_percent, charging }: Device) =>
  battery_percent === null ? null : `${battery_percent} %${charging ? ', at its charger' : ''}`;

function DeviceCard({ device, account, canChange }: { device: Device; account: number; canChange: boolean }) {
  const { look, words } = stateOf(device);
  const isHealthy = device.online && device.problem === null;
  return (
    <article className="panel device" aria-label={device.name}>
      <header className="device-head">
        <h2>{device.name}</h2>
        <span className={`status ${look}`}>{words}</span>
        {canChange && (
          <Confirm
            label="Unpair"
            of={device.name}
            title={`Unpair “${device.name}”?`}
            run={() => ask('DELETE /devices/{id}', { account, path: { id: device.id } })}
            changes={keyOf('/devices', account)}
          >
            Its link is cut within a second. Texts that wait leave through another device, or fail when there
            is none. To use it again, pair it anew.
          </Confirm>
        )}
      </header>
      {device.problem && !isLost(device) && (
        <p className="device-problem">
          <Icon name="warning" size={16} /> {asSentence(device.problem)}
        </p>
      )}
      {device.note && <p className="quiet">{device.note}</p>}
      <Facts
        facts={[
          ['Connection', device.connection !== null && <ConnectionFact device={device} />],
          ['State', isHealthy && device.model !== null && asSentence(device.detail)],
          ['Battery', batteryOf(device)],
          ['Signal', percent(device.signal_percent)],
          ['Waiting to leave', device.queue_length === 0 ? 'Nothing' : `${device.queue_length} texts`],
          ['Model', device.model?.replace('/', ' ')],
          ['App', device.app_version],
          ['Driver', device.driver],
          ['Agent', device.agent_version],
          ['Last seen', device.last_seen_at && !device.online && <Instant at={device.last_seen_at} />],
        ]}
      />
      {device.sims.map((sim) => (
        <SimLine key={sim.slot} account={account} device={device} sim={sim} canChange={canChange} />
      ))}
      <ConnectionHelp device={device} />
      <DeviceAddresses device={device.id} />
    </article>
  );
}

export function DevicesPage() {
  const account = useAccountId();
  const { isAdmin } = useRole();
  const [isPairing, setPairing] = useState(false);
  const query = useQuery({ ...devicesQuery(account), refetchInterval: refreshMs });
  const pairButton = isAdmin && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setPairing(true)}>
      Pair a device
    </Button>
  );
  return (
    <Page title="Devices" lead="Phones and modems that your texts leave through." actions={pairButton}>
      <List
        query={query}
        empty={{
          title: 'No device is paired',
          text: `An Android phone or a modem with a SIM is enough. Pair one, and texts leave through it at once.${isAdmin ? '' : ' An admin of this account can do it.'}`,
          action: pairButton,
        }}
      >
        {(devices) => (
          <div className="stack">
            {devices.map((device) => (
              <DeviceCard key={device.id} device={device} account={account} canChange={isAdmin} />
            ))}
          </div>
        )}
      </List>
      <PairDialog account={account} isOpen={isPairing} close={() => setPairing(false)} />
    </Page>
  );
}
