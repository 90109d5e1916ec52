// Asks the largest legal and illegal requests of every operation, one after the other, and prints the turns of event loops that take
// too long: while one lasts, nobody else is served.
import { requestsInOrder } from '../../contract/in_order.ts';
import { Interface } from '../../support/described/interface.ts';
import { type Ask, sendRequest } from '../../support/http_client.ts';
import { send } from '../../support/send_large.ts';
import { pause } from '../timeline.ts';
import { bodySizes, illegalBodies, type LargeAsk, legalBodies, plainBody } from './large_bodies.ts';
import { largeFiles } from './large_files.ts';
import { mostTurnMs, readTurns } from './turn_log.ts';
import { startTurnsWorld } from './turns_world.ts';

/** So that a turn that ends an answer is written before the next request begins. */
const betweenMs = 12;
/** What is asked before anything counts: code that runs for the first time is compiled. */
const warmUps = 3;

type TurnsWorld = Awaited<ReturnType<typeof startTurnsWorld>>;

/** Asks one request after the other, and prints and counts the long turns of all processes meanwhile. */
class TurnJudge {
  readonly statuses = new Map<number, number>();
  long = 0;
  readonly #world: TurnsWorld;
  readonly #say: (line: string) => void;
  #asked = 0;
  #key: string;

  constructor(world: TurnsWorld, say: (line: string) => void) {
    this.#world = world;
    this.#say = say;
    this.#key = world.account.key;
  }

  async measure({ what, ask }: LargeAsk, url = this.#world.url): Promise<void> {
    const startedMs = Date.now();
    const status = await this.#ask(url, ask);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    const shown = status || 'no answer';
    if (status === 0 || status === 429 || status >= 500) this.#say(`  ${shown}  ${what}`);
    await pause(betweenMs);
    for (const [process, file] of this.#world.files)
      for (const { endedMs, tookMs } of readTurns(file))
        if (endedMs >= startedMs && tookMs > mostTurnMs) {
          this.long++;
          this.#say(`  ${tookMs.toFixed(0).padStart(6)} ms  ${process.padEnd(8)} ${shown}  ${what}`);
        }
  }

  async #ask(url: string, ask: Ask): Promise<number> {
    // Each from an address of its own, and by a key that has not asked often: what they may ask in a minute is no bound here.
    const address = `198.51.${this.#asked >> 8}.${this.#asked++ & 255}`;
    const headers = { ...ask.headers, 'x-forwarded-for': address };
    const once = () => send(url, { ...ask, ...(ask.key !== undefined && { key: this.#key }), headers });
    const status = await once();
    if (status !== 429) return status;
    this.#key = await this.#world.createKey();
    return once();
  }
}

async function* largeRequests(world: TurnsWorld): AsyncGenerator<LargeAsk> {
  const { url, account } = world;
  const described = await Interface.of(url);
  const inOrder = await requestsInOrder({ ...world, ask: (ask) => sendRequest(url, ask) }, account);
  for (const operation of [...described.operations, ...described.consoleOperations]) {
    const ask = await inOrder(operation);
    for (let time = 0; time < warmUps; time++) await send(url, ask);
    yield { what: `${operation.id}: in order`, ask };
    if (ask.body === undefined) continue;
    for (const bytes of bodySizes) {
      // What is too large is refused unread.
      if ((await send(url, { ...ask, body: plainBody(bytes - 100) })) === 413) break;
      const named = ({ what, ask: large }: LargeAsk) => ({
        what: `${operation.id}, ${bytes / 1_024} KiB: ${what}`,
        ask: large,
      });
      for (const body of legalBodies(operation, ask, bytes)) yield named(body);
      for (const body of illegalBodies(operation, ask, bytes)) yield named(body);
    }
  }
}

/** Returns how many turns took too long. Prints each. */
export async function measureTurns(directory: string, say: (line: string) => void): Promise<number> {
  const world = await startTurnsWorld(directory);
  try {
    const turns = new TurnJudge(world, say);
    const { key } = world.account;
    // The first time compiles, and what it left is what the second one lists.
    for (const { ask } of largeFiles()) await send(world.url, { key, ...ask });
    for (const { what, ask } of largeFiles()) await turns.measure({ what, ask: { key, ...ask } });
    for await (const large of largeRequests(world)) await turns.measure(large);
    for (const large of world.hub.asks()) await turns.measure(large, world.hub.url);
    say([...turns.statuses].map(([status, count]) => `${count} times ${status || 'no answer'}`).join(', '));
    say(`${turns.long} turns took longer than ${mostTurnMs} ms`);
    return turns.long;
  } finally {
    await world.stop();
  }
}
