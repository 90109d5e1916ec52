// One open port with its conversation, from the opening to its loss. A new one is made for each opening, so that
// nothing of an earlier conversation can be mistaken for part of the next.
import type { Clock } from '../../../runtime/clock.ts';
import { type Answer, Channel, type CommandOptions, type HandedOver, type Loss } from './line/channel.ts';
import { openPort, type PortAddress } from './line/open_port.ts';
import type { Port } from './line/port.ts';
import { Turns } from './line/turns.ts';

/** A session's listeners. */
interface SessionHandlers {
  /** A line that answers nothing; with the PDU that belongs to it, if one does. */
  onUnsolicited(line: string, pdu?: string): void;
  /** Called once, before the commands under way end; not after end('stopped'). */
  onLost(why: Loss): void;
}

/** An open port. */
export class Session {
  /** Whether the modem awaits +CNMA for what it routes directly. */
  acknowledges = false;
  readonly #channel: Channel;
  readonly #turns = new Turns();
  #port: Port | undefined;
  #lost: Loss | undefined;

  private constructor(clock: Clock, handlers: SessionHandlers) {
    this.#channel = new Channel(clock, {
      write: (data) => this.#port?.write(data),
      onUnsolicited: handlers.onUnsolicited,
      onLost: (why) => {
        this.#lost = why;
        this.#port?.close();
        if (why !== 'stopped') handlers.onLost(why);
      },
    });
  }

  /** Opens the port. Rejects with a PortError. */
  static async open(address: PortAddress, clock: Clock, handlers: SessionHandlers): Promise<Session> {
    const session = new Session(clock, handlers);
    session.#port = await openPort(address, clock, {
      onData: (data) => session.#channel.feed(data),
      onGone: () => session.#channel.lose('gone'),
    });
    return session;
  }

  /** Why it is lost, or undefined. */
  get lost(): Loss | undefined {
    return this.#lost;
  }

  /** See Channel.run. */
  run(command: string, options?: CommandOptions): Promise<Answer> {
    return this.#channel.run(command, options);
  }

  /** See Channel.handOver. */
  handOver(command: string, pdu: string, timeoutMs: number, options: CommandOptions): Promise<HandedOver> {
    return this.#channel.handOver(command, pdu, timeoutMs, options);
  }

  /** Several commands that nothing comes between; not to be called within itself. */
  take<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.take(work);
  }

  /** See Channel.expectNoEcho. */
  expectNoEcho(): void {
    this.#channel.expectNoEcho();
  }

  /** Closes the port; safe twice. */
  end(why: Loss): void {
    this.#channel.lose(why);
  }
}
