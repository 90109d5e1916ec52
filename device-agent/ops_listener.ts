// The internal HTTP listener: metrics and health of this process. It changes nothing and is off unless configured.
import { createServer } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import type { Agent } from './agent.ts';
import type { ListenAddress } from './config.ts';
import { AgentFault, systemCode } from './fault.ts';

/** A listener that serves. */
export interface OpsListener {
  close(): void;
}

/** Starts the listener. Throws an AgentFault when the address cannot be had. */
export async function startOpsListener(address: ListenAddress, agent: Agent): Promise<OpsListener> {
  const registry = agentMetrics(agent);
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 5_000 }, async (request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8') => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    switch (request.url) {
      case '/metrics':
        return answer(200, await registry.metrics(), registry.contentType);
      case '/healthz':
        return answer(200, 'ok\n');
      case '/readyz': {
        const state = agent.state();
        const ready = state !== undefined && state.link === 'up' && state.driver.ok;
        return answer(ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n');
      }
      default:
        return answer(404, 'not found\n');
    }
  });
  server.maxConnections = 100;
  await new Promise<void>((resolve, reject) => {
    const { host, port } = address;
    server.once('error', (error) => {
      reject(
        new AgentFault(
          `TEXTRELAY_AGENT_OPS_LISTEN ${host}:${port} cannot be listened on (${systemCode(error)})`,
        ),
      );
    });
    server.listen(port, host, resolve);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Metrics that are read from the agent when they are asked for. */
function agentMetrics(agent: Agent): Registry {
  const registry = new Registry();
  const registers = [registry];
  const prefix = 'textrelay_agent_';
  new Gauge({
    name: `${prefix}jobs`,
    help: 'Hand-overs in the journal, by state; finished ones for as long as their keys are kept.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(agent.state()?.counts.jobs ?? {}))
        this.set({ state }, count);
    },
  });
  const gauges: [string, string, () => number][] = [
    [
      'unsent_reports',
      'Reports the core has not acknowledged.',
      () => agent.state()?.counts.unsentReports ?? 0,
    ],
    [
      'unacked_inbound',
      'Inbound texts the core has not acknowledged.',
      () => agent.state()?.counts.unackedInbound ?? 0,
    ],
    ['link_up', '1 while the link to the core is up.', () => Number(agent.state()?.link === 'up')],
    ['driver_ok', '1 while the device can be used.', () => Number(agent.state()?.driver.ok === true)],
    ['reconnects', 'Times the link came up again since the start.', () => agent.state()?.reconnects ?? 0],
  ];
  for (const [name, help, read] of gauges) {
    new Gauge({
      name: prefix + name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  }
  return registry;
}
