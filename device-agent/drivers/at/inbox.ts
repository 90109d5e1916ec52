// Brings what the modem stores to the agent, and deletes it once it may go: texts when the core has them, reports
// when the journal has them. What is offered but not taken is offered again with the next list.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Sink } from '../driver.ts';
import { readIncoming } from './reading/received.ts';
import { deleteKept, inMemory, type Kept, listKept, type Place, readKept } from './reading/stored_pdus.ts';
import type { Session } from './session.ts';
import type { Facts } from './set_up.ts';

/** Past this many announcements at a time, listing everything is cheaper. */
const maxFetches = 20;
/** Most texts that wait to be deleted; more than any SIM holds. */
const maxDeletes = 1_000;

/** A modem that is ready. */
export interface ReadyModem {
  session: Session;
  facts: Facts;
}

interface InboxOptions {
  sink: Sink;
  clock: Clock;
  log: Log;
}

const keyOf = ({ memory, index }: Place) => `${memory} ${index}`;

/** The texts and reports in one modem's memories, for as long as it stays ready. */
export class Inbox {
  readonly #modem: ReadyModem;
  readonly #options: InboxOptions;
  /** Names of the texts the journal has, by where they are. */
  readonly #taken = new Map<string, { place: Place; inboundId: string }>();
  readonly #fetches = new Map<string, Place>();
  readonly #deletes = new Set<string>();
  /** The memories in which something was announced; the first is the usual one. */
  readonly #memories: Set<string>;
  #wantsList = false;
  #work: Promise<void> | undefined;
  #unreadable = 0;

  constructor(modem: ReadyModem, options: InboxOptions) {
    this.#modem = modem;
    this.#options = options;
    const { memory, reports } = modem.facts;
    this.#memories = new Set(reports === 'stored' ? [memory, 'SR'] : [memory]);
  }

  /** PDUs in the memory that cannot be read; they stay there. */
  get unreadable(): number {
    return this.#unreadable;
  }

  /** Looks through everything. Resolves when all that was asked for is done; never rejects. */
  list(): Promise<void> {
    this.#wantsList = true;
    return this.#go();
  }

  /** Something new is at this place. */
  fetch(place: Place): void {
    this.#memories.add(place.memory);
    this.#fetches.set(keyOf(place), place);
    if (this.#fetches.size > maxFetches) {
      this.#fetches.clear();
      this.#wantsList = true;
    }
    void this.#go();
  }

  /** The core has this text. Resolves when it is deleted, or was not there; never rejects. */
  delete(inboundId: string): Promise<void> {
    if (this.#deletes.size < maxDeletes) this.#deletes.add(inboundId);
    else this.#overlook(inboundId);
    return this.#go();
  }

  /** It will be offered again, as if it had never been seen. */
  #overlook(inboundId: string): void {
    for (const [key, one] of this.#taken) if (one.inboundId === inboundId) this.#taken.delete(key);
  }

  #go(): Promise<void> {
    this.#work ??= this.#run();
    return this.#work;
  }

  async #run(): Promise<void> {
    const { session } = this.#modem;
    // So that it never ends before #go has noted that it runs.
    await undefined;
    try {
      // Deleting comes first: it makes space.
      while (session.lost === undefined) {
        const [inboundId] = this.#deletes;
        const [fetch] = this.#fetches;
        if (inboundId !== undefined) {
          this.#deletes.delete(inboundId);
          await session.take(() => this.#deleteText(inboundId));
        } else if (fetch !== undefined) {
          this.#fetches.delete(fetch[0]);
          await this.#fetchOne(fetch[1]);
        } else if (this.#wantsList) {
          this.#wantsList = false;
          await this.#listAll();
        } else return;
      }
    } catch {
      // The modem is gone, or the journal with the whole agent. After the next opening everything is listed.
    } finally {
      this.#work = undefined;
    }
  }

  async #listAll(): Promise<void> {
    const before = this.#unreadable;
    this.#unreadable = 0;
    for (const memory of this.#memories) await this.#list(memory);
    if (this.#unreadable > before)
      this.#options.log.warn(
        { unreadable: this.#unreadable },
        'texts on the SIM cannot be read; they stay there',
      );
  }

  async #list(memory: string): Promise<void> {
    const { session, facts } = this.#modem;
    const kept = await session.take(() => inMemory(session, facts, memory, () => listKept(session, memory)));
    if (kept === undefined) return;
    const present = new Set(kept.map(keyOf));
    for (const [key, { place }] of this.#taken)
      if (place.memory === memory && !present.has(key)) this.#taken.delete(key);
    for (const one of kept) await this.#offer(one, false);
  }

  async #fetchOne(place: Place): Promise<void> {
    const { session, facts } = this.#modem;
    const read = () => readKept(session, place.index);
    const pdu = await session.take(() => inMemory(session, facts, place.memory, read));
    if (pdu !== undefined) await this.#offer({ ...place, pdu }, true);
  }

  async #offer(kept: Kept, live: boolean): Promise<void> {
    const { sink, clock, log } = this.#options;
    const incoming = readIncoming(kept.pdu, clock.nowMs(), live);
    switch (incoming.kind) {
      case 'text':
        return this.#offerText(kept, incoming.text);
      case 'receipt':
        await sink.receipt(incoming.receipt);
        return this.#deleteThis(kept);
      case 'trying':
        return this.#deleteThis(kept);
      case 'not_for_people':
        log.info('a message for programs was deleted from the SIM');
        return this.#deleteThis(kept);
      case 'unreadable':
        this.#unreadable += 1;
        return;
      case 'ours':
        return;
    }
  }

  async #offerText(place: Place, text: Parameters<Sink['inbound']>[0]): Promise<void> {
    const { inboundId } = text;
    const key = keyOf(place);
    if (this.#taken.get(key)?.inboundId === inboundId) return;
    const { memory, index } = place;
    // Before it is offered: a text that the core has already is asked to be deleted while it is being offered.
    this.#taken.set(key, { place: { memory, index }, inboundId });
    const taken = await this.#options.sink.inbound(text);
    if (taken === 'full') this.#taken.delete(key);
  }

  async #deleteThis({ memory, index, pdu }: Kept): Promise<void> {
    const { session, facts } = this.#modem;
    const remove = () => deleteKept(session, index, (found) => found === pdu);
    await session.take(() => inMemory(session, facts, memory, remove));
  }

  /** Wherever it is now, and as often as it is there. */
  async #deleteText(inboundId: string): Promise<void> {
    const { session, facts } = this.#modem;
    const isIt = (pdu: string) => {
      const incoming = readIncoming(pdu, 0, false);
      return incoming.kind === 'text' && incoming.text.inboundId === inboundId;
    };
    const known = [...this.#taken].filter(([, one]) => one.inboundId === inboundId);
    let missed = known.length === 0;
    for (const [key, { place }] of known) {
      this.#taken.delete(key);
      const remove = () => deleteKept(session, place.index, isIt);
      missed = (await inMemory(session, facts, place.memory, remove)) !== true || missed;
    }
    if (!missed) return;
    for (const { index, pdu } of (await listKept(session, facts.memory)) ?? [])
      if (isIt(pdu)) await deleteKept(session, index, isIt);
  }
}
