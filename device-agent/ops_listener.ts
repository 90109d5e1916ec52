// The internal HTTP listener: metrics and health of this process. It changes nothing and is off unless configured.
import { createServer } from 'node:http';
import type { Agent } from './agent.ts';
import { AgentMetrics } from './agent_metrics.ts';
import type { ListenAddress } from './config.ts';
import { AgentFault, systemCode } from './fault.ts';
import { keepNewest } from './keep_newest.ts';

const mostConnections = 100;
/** Of one connection, which may send them without waiting for the answers. */
const mostRequests = 100;
const bounds = { requestTimeout: 5_000, headersTimeout: 5_000, connectionsCheckingInterval: 1_000 };

/** A listener that serves. */
export interface OpsListener {
  close(): void;
}

/** Starts the listener. Throws an AgentFault when the address cannot be had. */
export async function startOpsListener(address: ListenAddress, agent: Agent): Promise<OpsListener> {
  const metrics = new AgentMetrics();
  const server = createServer(bounds, (request, response) => {
    const answer = (status: number, body: string, type = 'text/plain; charset=utf-8') => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    switch (request.url) {
      case '/metrics':
        metrics.render(agent.state()).then(
          (text) => answer(200, text, metrics.contentType),
          () => answer(500, 'metrics failed\n'),
        );
        return;
      case '/healthz':
        return answer(200, 'ok\n');
      case '/readyz': {
        const state = agent.state();
        const ready = state !== undefined && state.link === 'up' && state.driver.problem === undefined;
        return answer(ready ? 200 : 503, ready ? 'ready\n' : 'not ready\n');
      }
      default:
        return answer(404, 'not found\n');
    }
  });
  server.maxRequestsPerSocket = mostRequests;
  keepNewest(server, mostConnections);
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
