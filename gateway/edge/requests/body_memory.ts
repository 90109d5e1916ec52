// The bytes of all request bodies that are in memory at a time: most of them come before anybody knows whose they are. When
// there is no memory left, the body that has been coming in for longest gives way: an honest one is here in a moment. What is
// counted is noted on the requests and their sockets themselves: tables of every request cost a busy gateway 5 % of its time.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../../runtime/clock.ts';
import { type Owner, OwnersTurns, type ServedOwners } from './owners_turns.ts';

/** How many large bodies of an owner are in work while there are no others. */
const alone = 4;
/** An owner's large bodies take a quarter of the time at most while there are others. */
const pauseShare = 3;
/** Most requests of an owner that wait for their turn. */
const mostLargeWaiting = 32;

/** The bodies of a connection: an answer behind another one has no end of its own when its connection breaks. */
interface Connection {
  bytes: number;
  isClosed: boolean;
  /** Ends the turns of its large bodies. */
  turns: Set<() => void>;
}

interface CountedBody {
  bytes: number;
  connection: Connection;
  /** Refuses the body while it is still coming in. */
  giveWay: () => void;
}

const connectionOf = Symbol('connection');
const bodyOf = Symbol('body');
const turnOf = Symbol('turn');
type Counted<T, Name extends symbol, Note> = T & { [name in Name]?: Note };
type CountedSocket = Counted<Socket, typeof connectionOf, Connection>;
type CountedRequest = Counted<IncomingMessage, typeof bodyOf, CountedBody> &
  Counted<IncomingMessage, typeof turnOf, () => void>;

export class BodyMemory {
  readonly #most: number;
  readonly #large: OwnersTurns;
  readonly #served: ServedOwners;
  /** The requests whose bodies are still coming in, in the order in which they began. */
  readonly #coming = new Set<CountedRequest>();
  #bytes = 0;

  /** `most`: bytes of all bodies together. */
  constructor(most: number, clock: Clock, served: ServedOwners) {
    this.#most = most;
    this.#served = served;
    this.#large = new OwnersTurns({ clock, served, alone, pauseShare, waiting: mostLargeWaiting });
  }

  /** Bytes that are in memory now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Calls `begin` when it is the turn of a large body of `owner`, or `refuse`; the turn ends when its request is answered. */
  await(request: CountedRequest, owner: Owner, begin: () => void, refuse: () => void): void {
    const { turns } = this.#connectionOf(request.socket);
    const end = this.#large.enter(owner, begin, refuse);
    turns.add(end);
    request[turnOf] = () => {
      turns.delete(end);
      end();
    };
  }

  /** Notes that a request of `owner` was answered. */
  answered(request: CountedRequest, { account }: Owner): void {
    this.#served.note(account);
    request[turnOf]?.();
    this.leave(request);
  }

  /**
   * Takes in more of a body, or its last piece; false when there is no memory for it. `giveWay` is called at most once, and
   * not after the last piece.
   */
  take(request: CountedRequest, bytes: number, isLast: boolean, giveWay: () => void): boolean {
    let body = request[bodyOf];
    if (!body) {
      body = { bytes: 0, connection: this.#connectionOf(request.socket), giveWay };
      request[bodyOf] = body;
      if (!isLast) this.#coming.add(request);
    }
    if (body.connection.isClosed) return false;
    this.#count(body, bytes);
    while (this.#bytes > this.#most) {
      const [oldest] = this.#coming;
      if (oldest === undefined || oldest === request) {
        this.leave(request);
        return false;
      }
      const gone = oldest[bodyOf];
      this.leave(oldest);
      gone?.giveWay();
    }
    if (isLast) this.finish(request);
    return true;
  }

  /** Notes that a body is whole: it stays until its request is answered. Safe twice. */
  finish(request: CountedRequest): void {
    this.#coming.delete(request);
  }

  /** Forgets a body; safe for one that was never here. */
  leave(request: CountedRequest): void {
    const body = request[bodyOf];
    if (!body) return;
    request[bodyOf] = undefined;
    this.#coming.delete(request);
    if (!body.connection.isClosed) this.#count(body, -body.bytes);
  }

  #count(body: CountedBody, bytes: number): void {
    body.bytes += bytes;
    body.connection.bytes += bytes;
    this.#bytes += bytes;
  }

  #connectionOf(socket: CountedSocket): Connection {
    const known = socket[connectionOf];
    if (known) return known;
    const connection: Connection = { bytes: 0, isClosed: false, turns: new Set() };
    socket[connectionOf] = connection;
    socket.once('close', () => {
      connection.isClosed = true;
      this.#bytes -= connection.bytes;
      for (const end of connection.turns) end();
    });
    return connection;
  }
}
