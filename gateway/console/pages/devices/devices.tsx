// The phones and modems that texts leave through, as they are now.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { devicesQuery, useAccountId, useRole } from '../../api/account.ts';
import { ask, sentenceOf } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Device } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { Facts } from '../../ui/panel.tsx';
import { List } from '../../ui/resources.tsx';
import { devices as say } from '../../words/en/devices.ts';
import { often } from '../../words/en/often.ts';
import { asSentence } from '../../words/english.ts';
import { served } from '../../words/language.ts';
import { ConnectionFact, ConnectionHelp, isLost } from './connection.tsx';
import { DeviceAddresses } from './device_addresses.tsx';
import { PairDialog } from './pair_dialog.tsx';
import { ProblemWords } from './problem.tsx';
import { SimLine } from './sim_budget.tsx';

const refreshMs = 5_000;

function stateOf({ online, problem, simulated, connection }: Device): { look: string; words: string } {
  if (!online) return { look: 'status-quiet', words: say.state.offline };
  if (connection === 'lost') return { look: 'status-bad', words: say.state.lost };
  if (connection === 'polling') return { look: 'status-warn', words: say.state.polling };
  if (problem) return { look: 'status-bad', words: say.state.problem };
  return { look: 'status-good', words: simulated ? say.state.simulated : say.state.online };
}

const percent = (value: number | null) => (value === null ? null : say.percent(value));

const batteryOf = ({ battery_percent: level, charging }: Device) => {
  if (level === null) return null;
  return charging ? say.charging(level) : say.percent(level);
};

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
            label={say.unpair}
            of={device.name}
            title={say.unpairOf(device.name)}
            run={() => ask('DELETE /devices/{id}', { account, path: { id: device.id } })}
            changes={keyOf('/devices', account)}
          >
            {say.unpairWhy}
          </Confirm>
        )}
      </header>
      {device.problem && !isLost(device) && (
        <p className="device-problem">
          <Icon name="warning" size={16} /> <ProblemWords device={device} />
        </p>
      )}
      {device.note && <p className="quiet">{served(sentenceOf(device.note), say.simulatedNote)}</p>}
      <Facts
        facts={[
          [say.facts.connection, device.connection !== null && <ConnectionFact device={device} />],
          [
            often.state,
            isHealthy && device.model !== null && served(asSentence(device.detail), say.canSendNow),
          ],
          [say.facts.battery, batteryOf(device)],
          [say.facts.signal, percent(device.signal_percent)],
          [say.facts.queue, device.queue_length === 0 ? say.nothing : say.texts(device.queue_length)],
          [say.facts.model, device.model?.replace('/', ' ')],
          [say.facts.app, device.app_version],
          [say.facts.driver, device.driver],
          [say.facts.agent, device.agent_version],
          [say.facts.lastSeen, device.last_seen_at && !device.online && <Instant at={device.last_seen_at} />],
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
      {say.pair}
    </Button>
  );
  return (
    <Page title={often.devices} lead={say.lead} actions={pairButton}>
      <List
        query={query}
        empty={{
          title: say.none,
          text: isAdmin ? say.noneHelp : say.noneHelpMember,
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
