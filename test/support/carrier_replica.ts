// Two replicas that hear texts from a carrier, and what came of them.

import type { Clock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type { Advance } from '../../server/app/messages/advances.ts';
import { createReceiver, type Receive } from '../../server/app/messages/inbound.ts';
import type { CarrierInbound, Taken } from '../../server/carrier/carrier.ts';
import { CarrierInboundTaker } from '../../server/carrier/inbound/inbound.ts';
import type { Store } from '../../server/store/store.ts';
import type { CarrierRows } from './carrier_rows.ts';

/** The number that account 1 owns on carrier main. */
export const ownNumber = '+15005550001';

/** A replica that takes texts. Its steps can be made to fail, as when the database or the process dies there. */
export class CarrierReplica {
  readonly reported: Advance[] = [];
  /** How many statements of confirmation are done. */
  confirmations = 0;
  /** Called with the name of each step before it is done: a throw is the end of it, a promise is waited for. */
  onStep: (step: string) => void | Promise<void> = () => undefined;
  readonly #inbound;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#clock = clock;
    const log = createLog('test', 'silent');
    const failing = new Proxy(store, {
      get: (target, name: keyof Store) => {
        const run = target[name] as (...values: unknown[]) => Promise<unknown>;
        return async (...values: unknown[]) => {
          const held = this.onStep(`${name}:before`);
          if (held) await held;
          const answer = await run(...values);
          if (name === 'confirmInbound') this.confirmations++;
          const after = this.onStep(`${name}:after`);
          if (after) await after;
          return answer;
        };
      },
    });
    const receive: Receive = createReceiver({
      store: failing,
      clock,
      publish: (advances) => this.reported.push(...advances),
    });
    this.#inbound = new CarrierInboundTaker({
      ...{ store: failing, clock, log, receive },
      countryOfCarrier: () => undefined,
    });
  }

  /** A text from the carrier, by its words unless said otherwise. */
  take(text: Partial<CarrierInbound> & { text: string }, carrier = 'main'): Promise<Taken> {
    const whole = {
      sender: '+15005550006',
      recipient: ownNumber,
      receivedAtMs: 0,
      waitedSinceMs: this.#clock.nowMs(),
      id: null,
      fingerprint: JSON.stringify([text.sender, text.recipient, text.text, text.concat]),
      connection: 'one',
      ...text,
    };
    return this.#inbound.take(carrier, whole);
  }

  stop(): Promise<void> {
    return this.#inbound.stop();
  }
}

/** Empties everything and gives account 1 its number. */
export async function prepareNumbers(rows: CarrierRows): Promise<void> {
  await rows.clear();
  await rows.inspect`insert into carrier_number (carrier, number, account_id, assigned_at) values
    ('main', ${ownNumber}, 1, now()), ('main', '77777', 1, now()), ('main', 'Shop', 2, now()),
    ('main', '+447700900123', 2, now())`;
}

/** The received texts' bodies, in the order of their ids. */
export async function bodiesOf(rows: CarrierRows, accountId = 1): Promise<string[]> {
  const found =
    await rows.inspect`select body from message where account_id = ${accountId} and direction = 'in' order by id`;
  return found.map((row) => row.body as string);
}
