// A phone of a test: the real device agent with the simulated driver, in this process and in a directory of its own,
// paired as `textrelay-agent pair` does it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '../../device-agent/agent.ts';
import { simulatedDriver } from '../../device-agent/drivers/simulated.ts';
import { pairDevice } from '../../device-agent/pair.ts';
import { startAgent } from '../../device-agent/start_agent.ts';
import type { Clock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount, TestCore } from './core.ts';

export interface Phone {
  /** Holds the identity, the journal and the simulated network's log. */
  dir: string;
  /** Starts the agent and waits for its link. */
  switchOn(): Promise<void>;
  /** Stops the agent; what it owes is reported when it is switched on again. */
  switchOff(): Promise<void>;
  /** Switches off and deletes everything. */
  throwAway(): Promise<void>;
}

/** The same phone for accounts with a real route, beside which no simulated one may be. */
export const phoneDriver = { ...simulatedDriver, name: 'phone' };

/** Pairs a new phone with an account. It is off. */
export async function pairPhone(
  core: Pick<TestCore, 'admin' | 'device'>,
  account: Pick<TestAccount, 'id'>,
  clock: Clock,
  driver = simulatedDriver,
  untilUp: (isUp: () => boolean) => Promise<unknown> = until,
): Promise<Phone> {
  const dir = mkdtempSync(join(tmpdir(), 'textrelay-phone-'));
  const { code } = await core.admin.createPairingCode({ accountId: account.id });
  await pairDevice(dir, `http://127.0.0.1:${core.device.port}`, code, 'phone');
  let agent: Agent | undefined;
  const switchOff = async () => {
    await agent?.stop();
    agent = undefined;
  };
  return {
    dir,
    async switchOn() {
      const started = await startAgent({
        dir,
        driver,
        settings: {},
        clock,
        log: createLog('agent', 'silent'),
        agentVersion: 'test',
      });
      agent = started;
      await untilUp(() => started.state()?.link === 'up');
    },
    switchOff,
    async throwAway() {
      await switchOff();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
