// Which replica of the core an account's texts go to: always the same one while it serves, so that its texts share
// batches and no two replicas wait for each other's lock on its row. While few texts are under way all go to one: a
// statement has a price of its own, which small batches share badly. Only speed rests on it; any replica takes any text.
import { crc32 } from 'node:zlib';
import type { OutboundText } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { SendResult } from '../../proto/gen/textrelay/v1/message_service_pb.ts';

/** Keys in one generation whose accounts are remembered; two generations are. */
const maxKeys = 50_000;

export class Homes {
  readonly #salts: readonly number[];
  readonly #replicas: readonly number[];
  // By marks of 32 bits, because keys are not kept. Two keys with one mark share a home, which does no harm.
  #accounts = new Map<number, bigint>();
  #accountsBefore = new Map<number, bigint>();

  /** By the replicas' addresses, every gateway finds the same home, in whatever order they are listed. */
  constructor(targets: readonly string[]) {
    this.#salts = targets.map((target) => crc32(target));
    this.#replicas = [...targets.keys()];
  }

  /** The index of the replica that a text is to go to: of those that may take it, or of all, its account's first choice. */
  of(text: OutboundText, mayTake: (index: number) => boolean): number {
    return this.#firstOf(this.#ownerOf(text), mayTake);
  }

  /** As `of` for texts of any account that are to share their batches: the same one at every gateway. */
  ofAll(mayTake: (index: number) => boolean): number {
    return this.#firstOf(0, mayTake);
  }

  #firstOf(owner: number, mayTake: (index: number) => boolean): number {
    const free = this.#replicas.filter(mayTake);
    const weighed = (free.length > 0 ? free : this.#replicas).map((index) => ({
      index,
      weight: weigh(owner, this.#salts[index] as number),
    }));
    return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).index;
  }

  /** Takes note of whose key a text came with. */
  learn({ admission }: OutboundText, { accountId }: SendResult): void {
    if (this.#salts.length === 1 || !admission || !accountId) return;
    if (this.#accounts.size >= maxKeys) {
      this.#accountsBefore = this.#accounts;
      this.#accounts = new Map();
    }
    this.#accounts.set(crc32(admission.apiKey), accountId);
  }

  /** A number that stands for the account, or for its key until the account is known. */
  #ownerOf({ admission, accountId }: OutboundText): number {
    if (!admission) return crc32(String(accountId));
    const mark = crc32(admission.apiKey);
    const known = this.#accounts.get(mark) ?? this.#accountsBefore.get(mark);
    return known === undefined ? mark : crc32(String(known));
  }
}

/** Rendezvous hashing: what a replica weighs for an owner, from 0 to 2^32 - 1 (mixed as in MurmurHash3). */
function weigh(owner: number, salt: number): number {
  let mixed = Math.imul(owner ^ salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
