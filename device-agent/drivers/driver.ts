// What every phone, modem and gateway looks like to the agent. A driver talks to its device and nothing else: it
// knows neither the core nor the journal, never decides to submit again, and logs no body and no number.
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';

/** What a driver can do. All of it is constant while the driver lives. */
export interface Caps {
  /** What the device takes at a time: a whole message, or the segments it was split into. */
  unit: 'segment' | 'message';
  /** What `accepted` proves: the network answered, or only that another program took the text. */
  sentMeans: 'network-ack' | 'handed-off';
  /** Whether the device itself refuses a second submit of the same job. */
  idempotent: boolean;
  /** How receipts come. With `last-segment` and `none` the refs that get no receipt must be null. */
  receipts: 'per-segment' | 'last-segment' | 'message' | 'none';
  /** Whether inbound texts arrive by themselves or are fetched by the driver. */
  inbound: 'push' | 'poll';
  /** Most submits in a minute, evenly spaced; absent: as fast as the device answers. */
  maxPerMinute?: number;
  /** Most submits under way at a time, 1 to 100; never two to the same recipient. */
  concurrency: number;
  /** Most jobs the agent holds for this device before their results, 1 to 100. A slow device takes few. */
  window: number;
  /** After this the agent stops waiting for a submit and ends the job as unknown. 1,000 to 600,000. */
  submitTimeoutMs: number;
}

/** A text to submit once. */
export interface DriverJob {
  /** The message's id within its account. */
  messageId: bigint;
  /** The hand-over, from 1 on. */
  attempt: number;
  /** The recipient in E.164. */
  address: string;
  /** The text. */
  body: string;
}

/** Failure prefixes that a driver may report; stable words of the public interface. */
export type FailureCode = 'rejected_by_network' | 'device_failed';

/** How a submit ended. `detail` is one sentence, at most 200 characters, without body or number. */
export type Result =
  /** The device took it. One ref for each part, by which receipts are matched; null where none will come. */
  | { kind: 'accepted'; refs: (string | null)[] }
  /** It certainly did not leave. `retryable`: the same text may succeed in a few seconds. */
  | { kind: 'rejected'; code: FailureCode; detail: string; retryable: boolean }
  /** Nobody can know whether it left. It is never submitted again. */
  | { kind: 'unknown'; detail: string };

/** A delivery receipt, before it is matched to its job. */
export interface DriverReceipt {
  /** By the job itself, where the device keeps our name of it; else by a part's ref and its recipient. */
  match: { by: 'job'; messageId: bigint; attempt: number } | { by: 'ref'; ref: string; address: string };
  /** What it says. Only final outcomes; "still trying" is not reported. */
  outcome: 'delivered' | 'failed';
  /** For failed: one sentence, at most 200 characters, without body or number. */
  detail?: string;
  /** When, by this machine's clock. */
  atMs: number;
}

/** A text that the device received. */
export interface DriverInbound {
  /** Durable name, 1 to 128 characters: the same text read twice has the same one, a repeat of its words not. */
  inboundId: string;
  /** The sender as received. */
  address: string;
  /** The text, all parts joined. */
  body: string;
  /** When the device had it, by this machine's clock. */
  receivedAtMs: number;
}

/** Where a driver delivers what its device says. */
export interface Sink {
  /** Resolves once the receipt is durable, so that the driver may let go of it. Repeats are harmless. */
  receipt(receipt: DriverReceipt): Promise<void>;
  /**
   * Resolves with `stored` once the text is durable here; the driver still keeps it until ackInbound. `full`:
   * the journal takes no more for now; offer it again later. Repeats are harmless.
   */
  inbound(text: DriverInbound): Promise<'stored' | 'full'>;
}

/** How the device is. While it is not ok nothing is submitted; jobs wait, at most until they expire. */
export interface Health {
  ok: boolean;
  /** One short sentence, without body or number. */
  detail: string;
}

/** A device. */
export interface Driver {
  readonly caps: Caps;
  /**
   * Makes the device ready and starts to feed the sink; lists what the device holds already. Throws an
   * AgentFault for what only a person can repair; a device that is merely absent is reported by health().
   * `signal` aborts when the agent stops or dies: no timer and no write may outlive it.
   */
  open(sink: Sink, signal: AbortSignal): Promise<void>;
  /**
   * Submits once. Called only after the intent is durable. What it throws counts as unknown, so a refusal
   * that certainly did not leave must be returned as rejected.
   */
  submit(job: DriverJob): Promise<Result>;
  /** The core has this text: delete it from the device. Harmless for one that is gone already. */
  ackInbound(inboundId: string): Promise<void>;
  /** How the device is now; cheap, called before each submit. */
  health(): Health;
  /** Lets go of the device. Called once, after the last submit ended. */
  close(): Promise<void>;
}

/** What a driver is made with. */
export interface DriverContext {
  /** The agent's directory; a driver may keep its own files in it, mode 0600. */
  dir: string;
  /** The journal's id: refs and names from under another journal mean nothing under this one. */
  journalId: string;
  clock: Clock;
  log: Log;
}

/** A driver by name. */
export interface DriverKind {
  /** As in TEXTRELAY_AGENT_DRIVER and in Hello, at most 64 characters. */
  name: string;
  create(context: DriverContext): Driver;
}
