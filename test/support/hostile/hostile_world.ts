// Every listener of the product, in processes of their own: a core, a gateway in front of it, an agent, and a phones hub.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeIdentity } from '../../../device-agent/home/identity.ts';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { operatorOf } from '../core.ts';
import { createDatabase } from '../database.ts';
import { pairDevice } from '../pairing.ts';
import {
  type CoreProcess,
  type GatewayProcess,
  type RunningProcess,
  startCoreProcess,
  startGatewayProcess,
  startProcess,
} from '../processes.ts';
import { RawAgent } from '../raw_agent.ts';
import { type Bystander, httpBystander, linkBystander, patient, rpcBystander } from './bystanders.ts';

/** The listeners by name. */
export type ListenerName = 'rest' | 'gateway ops' | 'rpc' | 'device' | 'core ops' | 'phones' | 'agent ops';

export interface HostileWorld {
  core: CoreProcess;
  gateway: GatewayProcess;
  agent: RunningProcess;
  ports: Record<ListenerName, number>;
  /** Of a device that is nobody's but the attacker's. */
  token: string;
  /** Throws unless every process lives and everybody is answered. */
  judge(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts them all. */
export async function startHostileWorld(): Promise<HostileWorld> {
  const core = await startCoreProcess(await createDatabase());
  const gateway = await startGatewayProcess([core]);
  const admin = operatorOf(core);
  const pair = async () => {
    const created = await admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
    return pairDevice(core, admin, created.account?.id ?? 0n);
  };
  const [honest, device, attacker] = [await pair(), await pair(), await pair()];

  const dir = mkdtempSync(join(tmpdir(), 'hostile-'));
  const url = `http://127.0.0.1:${core.device.port}`;
  writeIdentity(dir, { url, deviceId: String(device.deviceId), accountName: 'Test', token: device.token });
  const [phones, agentOps] = [await freePort(), await freePort()];
  const agent = await startProcess('device-agent/main.ts', ['run'], {
    TEXTRELAY_AGENT_DIR: dir,
    TEXTRELAY_AGENT_DRIVER: 'simulated',
    TEXTRELAY_AGENT_OPS_LISTEN: `127.0.0.1:${agentOps}`,
  });
  const hub = await startProcess('device-agent/main.ts', ['phones'], {
    TEXTRELAY_HUB_LISTEN: `127.0.0.1:${phones}`,
    TEXTRELAY_HUB_DIR: join(dir, 'phones'),
    TEXTRELAY_HUB_CORE: url,
  });

  const ports = {
    rest: gateway.port,
    'gateway ops': gateway.opsPort,
    rpc: core.rpc.port,
    device: core.device.port,
    'core ops': core.opsPort,
    phones,
    'agent ops': agentOps,
  };
  const bystanders: Bystander[] = [
    httpBystander(ports.rest, '/api/v1/tiers', [200]),
    patient(httpBystander(ports['gateway ops'], '/readyz', [200])),
    patient(httpBystander(ports['core ops'], '/readyz', [200])),
    httpBystander(ports['agent ops'], '/healthz', [200]),
    // Wrong codes of this address are refused for a while, which is an answer, too.
    httpBystander(ports.device, '/textrelay.v1.PairingService/PairDevice', [404, 429], 'POST'),
    httpBystander(ports.phones, '/mobile/v1/message', [401]),
    rpcBystander(ports.rpc),
    linkBystander(await RawAgent.linked(core, honest.token)),
  ];
  const processes = { core, gateway, agent, hub };

  return {
    core,
    gateway,
    agent,
    ports,
    token: attacker.token,
    async judge() {
      const asked = await Promise.allSettled(bystanders.map((bystander) => bystander.ask()));
      const faults = asked.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
      for (const [name, { child, output }] of Object.entries(processes))
        if (child.exitCode !== null || child.signalCode !== null)
          faults.push(`the ${name} ended: ${output().slice(-2_000)}`);
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
    async stop() {
      for (const bystander of bystanders) bystander.close();
      await Promise.all([agent, hub, gateway].map((running) => running.stop()));
      await core.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
