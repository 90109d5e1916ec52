// The open links of a core, by account and by device, whether or not they have said hello. An account may have all of them while
// nobody else asks; when they are all taken, the account that has most gives one to an account that has fewer, so that no account
// keeps the devices of another from connecting.
import type { WebSocket } from 'ws';
import { GoodbyeReason } from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import type { LinkedDevice } from '../reports.ts';
import type { Link } from './link.ts';

type DeviceRef = Pick<LinkedDevice, 'accountId' | 'deviceId'>;

interface LinkBounds {
  /** Open links in all, and of one device. */
  links: number;
  ofDevice: number;
  /** Links that ended for others and are being closed; a further one is cut. */
  ending: number;
}

/** A link that ends for another one. */
interface Ending {
  link: Link;
  reason: GoodbyeReason;
  words: string;
}

const nameOf = ({ accountId, deviceId }: DeviceRef) => `${accountId}/${deviceId}`;

/** The links of each owner. */
class LinksBy<Owner> extends Map<Owner, Set<Link>> {
  add(owner: Owner, link: Link): void {
    this.set(owner, (this.get(owner) ?? new Set()).add(link));
  }
  remove(owner: Owner, link: Link): void {
    const links = this.get(owner);
    if (links?.delete(link) && links.size === 0) this.delete(owner);
  }
}

export class OpenLinks {
  readonly #most: LinkBounds;
  readonly #open = new Map<Link, WebSocket>();
  readonly #ofAccounts = new LinksBy<bigint>();
  readonly #ofDevices = new LinksBy<string>();
  readonly #ending = new Set<WebSocket>();

  constructor(most: LinkBounds) {
    this.#most = most;
  }

  /** Why a device may not open a link now; undefined when it may. */
  refusalOf(device: DeviceRef): string | undefined {
    if (this.#open.size < this.#most.links || this.#endingFor(device) !== undefined) return undefined;
    return `all ${this.#most.links} links are taken, and no account has more than this one`;
  }

  /** Adds the link of a device that was not refused, and ends the one that it takes the place of, if any. */
  add(link: Link, socket: WebSocket): void {
    const ending = this.#endingFor(link.device);
    if (ending !== undefined) this.#end(ending);
    this.#open.set(link, socket);
    this.#ofAccounts.add(link.device.accountId, link);
    this.#ofDevices.add(nameOf(link.device), link);
    socket.once('close', () => {
      this.#ending.delete(socket);
      this.#remove(link);
    });
  }

  /** The link that ends for a further one of the device; undefined when there is none, or none has to. */
  #endingFor(device: DeviceRef): Ending | undefined {
    const isFull = this.#open.size >= this.#most.links;
    const own = this.#ofDevices.get(nameOf(device)) ?? new Set();
    const [oldest] = own;
    if (oldest !== undefined && (isFull || own.size >= this.#most.ofDevice))
      return {
        link: oldest,
        reason: GoodbyeReason.SUPERSEDED,
        words: 'the device opened newer links',
      };
    if (!isFull) return undefined;
    let largest: ReadonlySet<Link> = new Set();
    for (const links of this.#ofAccounts.values()) if (links.size > largest.size) largest = links;
    // An account that would then have more than the other takes nothing: the two would take turns without end.
    const isFair = (this.#ofAccounts.get(device.accountId)?.size ?? 0) + 1 < largest.size;
    if (!isFair) return undefined;
    const words = `all ${this.#most.links} links are taken, and this account has the most`;
    return { link: idlest(largest), reason: GoodbyeReason.RESOURCE_EXHAUSTED, words };
  }

  #end({ link, reason, words }: Ending): void {
    const socket = this.#open.get(link);
    this.#remove(link);
    if (socket === undefined) return;
    if (this.#ending.size >= this.#most.ending) return socket.terminate();
    this.#ending.add(socket);
    link.goodbye(reason, words);
  }

  #remove(link: Link): void {
    if (!this.#open.delete(link)) return;
    this.#ofAccounts.remove(link.device.accountId, link);
    this.#ofDevices.remove(nameOf(link.device), link);
  }
}

/** The link that has been silent for longest: a lost one before one that works. */
const idlest = (links: ReadonlySet<Link>): Link =>
  [...links].reduce((idle, link) => (link.lastReceivedMs < idle.lastReceivedMs ? link : idle));
