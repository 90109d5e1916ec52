// Which phones hub a request of a phone is for, and how it is asked. A phone's token, and the address that it calls, begin with
// its hub's name.
import { createHash } from 'node:crypto';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import type { ListenAddress } from '../../runtime/config/config_values.ts';

/** Hubs by their names. */
export type HubAddresses = ReadonlyMap<string, ListenAddress>;

/** Within which a hub begins its answer; the app waits 10 s. */
const answerTimeoutMs = 9_500;

/** A request to a hub. */
interface HubRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: OutgoingHttpHeaders;
  body: Uint8Array | undefined;
  /** Aborts when the phone is gone. */
  signal: AbortSignal;
}

/** The hub of a phone; undefined when the one that is named is not known here. */
export function hubOf(
  hubs: HubAddresses,
  { path, authorization = '' }: { path: string; authorization: string | undefined },
): ListenAddress | undefined {
  const named =
    /\/hook\/([a-z0-9-]{1,32})\./.exec(path)?.[1] ??
    /^Bearer +([a-z0-9-]{1,32})\.[0-9a-f]{16}\./i.exec(authorization)?.[1];
  if (named !== undefined) return hubs.get(named);
  // A code is redeemed at the same hub each time: that one knows whether it has answered it before.
  const all = [...hubs.values()];
  const place = createHash('sha256').update(authorization).digest().readUInt32BE();
  return all[place % all.length];
}

/** Asks hubs. */
export class HubCalls {
  readonly #agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });

  /** Resolves with the answer once it begins. Rejects when the hub is away or takes too long. */
  ask(
    { host, port }: ListenAddress,
    { method, path, headers, body, signal }: HubRequest,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = request({ host, port, method, path, headers, signal, agent: this.#agent });
      asked.setTimeout(answerTimeoutMs, () => asked.destroy(new Error('the hub does not answer')));
      asked.once('error', reject);
      asked.once('response', (answer) => {
        // A stream of events is silent for as long as its hub likes.
        asked.setTimeout(0);
        resolve(answer);
      });
      asked.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
