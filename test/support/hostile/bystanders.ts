// Honest callers of every listener, and a connection each that stays open all the time: whatever is done to a listener,
// they are answered, on it and on a new one.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { serviceToken } from '../core.ts';
import type { RawAgent } from '../raw_agent.ts';

/** Somebody who asks and has to be answered as usual. */
export interface Bystander {
  /** Asks on the connection that stays, and on a new one. Throws what is not as usual. */
  ask(): Promise<void>;
  close(): void;
}

function statusOf(port: number, path: string, method: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.setHeader('content-type', 'application/json');
    asked.on('error', (error) => {
      // A connection that was idle may be ended at any time: every client asks again on another one.
      if (asked.reusedSocket) resolve(statusOf(port, path, method, agent));
      else reject(new Error(`${method} ${path} at ${port}: ${error.message}`));
    });
    asked.end(method === 'POST' ? '{}' : undefined);
  });
}

/** Asks for a path over HTTP/1.1. */
export function httpBystander(
  port: number,
  path: string,
  statuses: readonly number[],
  method = 'GET',
): Bystander {
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async ask() {
      for (const agent of [kept, new Agent({ keepAlive: false })]) {
        const status = await statusOf(port, path, method, agent);
        if (!statuses.includes(status)) throw new Error(`${method} ${path} was answered ${status}`);
      }
    },
    close: () => kept.destroy(),
  };
}

/** How often one that is patient asks. */
const mostTries = 5;

/** One that may be refused a few times: readiness waits for a second, and a flood may take the processor for that. */
export function patient({ ask, close }: Bystander): Bystander {
  return {
    async ask() {
      for (let tries = 1; ; tries++) {
        try {
          return await ask();
        } catch (error) {
          if (tries === mostTries) throw error;
        }
      }
    },
    close,
  };
}

async function checkHealth(session: ClientHttp2Session, headers: Record<string, string> = {}): Promise<void> {
  const stream = session.request({
    ':method': 'POST',
    ':path': '/grpc.health.v1.Health/Check',
    'content-type': 'application/grpc',
    te: 'trailers',
    ...headers,
  });
  let status: unknown;
  stream.on('trailers', (trailers) => {
    status = trailers['grpc-status'];
  });
  stream.resume().end(Buffer.alloc(5));
  await once(stream, 'close');
  if (status !== '0') throw new Error(`health was answered ${String(status)}`);
}

/** Asks for the health of a core over HTTP/2: on a connection that has shown the credential, and on new ones without. */
export function rpcBystander(port: number): Bystander {
  const dial = () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`);
    session.on('error', () => {});
    return session;
  };
  const kept = dial();
  return {
    async ask() {
      await checkHealth(kept, { authorization: `Bearer ${serviceToken}` });
      const fresh = dial();
      await checkHealth(fresh);
      fresh.close();
    },
    close: () => kept.destroy(),
  };
}

/** A device that is linked: its pings are answered. */
export function linkBystander(agent: RawAgent): Bystander {
  return { ask: () => agent.settled(), close: () => agent.socket.terminate() };
}
