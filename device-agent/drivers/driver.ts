// The interface through which the agent uses every phone, modem and gateway. A driver talks only to its device: it
// knows neither the core nor the journal, never decides to submit again, and logs no body and no number.
import type { ValidatorSpec } from 'envalid';
import type { Finding } from '../../runtime/cli/findings.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log.ts';

/** A driver's capabilities, constant while it lives. */
export interface Caps {
  /** The unit of a submit: a whole message, or one of the parts that the core split it into. */
  unit: 'segment' | 'message';
  /** The meaning of `accepted`: the network answered, or only another program took the text. */
  sentMeans: 'network-ack' | 'handed-off';
  /**
   * Whether the device itself refuses a second submit of the same job. After a crash it is then asked again, and its
   * final rejection speaks for every submit of the job, a retryable one for the last alone.
   */
  idempotent: boolean;
  /** A stop need not wait for submits: the next run goes on with each. Only with `idempotent`. */
  resumes?: true;
  /** How receipts come. With `last-segment` and `none` the refs that get no receipt must be null. */
  receipts: 'per-segment' | 'last-segment' | 'message' | 'none';
  /** Whether inbound texts arrive by themselves or are fetched by the driver. */
  inbound: 'push' | 'poll';
  /** Most submits under way at a time, 1 to 100; never two to the same recipient. */
  concurrency: number;
  /** Most jobs the agent holds for this device before their results, 1 to 100. A slow device takes few. */
  window: number;
  /** After this the agent stops waiting for a submit and ends it as unknown. At least 1,000. */
  submitTimeoutMs: number;
  /** Slots of the SIMs, each 1 to 16, in order; at least one. A device with one SIM says [1]. */
  sims: readonly number[];
}

/** The alphabet of a text on the air (3GPP TS 23.038): 7-bit default with its extension table, or UTF-16 units. */
export type Encoding = 'gsm7' | 'ucs2';

/** One part of a text, for devices that take parts. */
interface DriverPart {
  /** The words of this part. */
  text: string;
  /** From 1 on. */
  number: number;
  /** How many there are; 1 is a lone part, without a concatenation header. */
  total: number;
  /** Names the text to the recipient's phone, within referenceBits. */
  reference: number;
  /** Width of the reference (3GPP TS 23.040 9.2.3.24.1 and 9.2.3.24.8). */
  referenceBits: 8 | 16;
}

/** A text, or a part of one, to submit once. */
export interface DriverJob {
  /** The message's id within its account. */
  messageId: bigint;
  /**
   * Names the text for ever: ids begin again when the core's database is restored, so that two jobs of the same id are
   * the same text only when this is the same. Empty from a core that is older than identities.
   */
  identity: string;
  /** The hand-over, from 1 on. */
  attempt: number;
  /** The recipient in E.164. */
  address: string;
  /** The whole text. */
  body: string;
  encoding: Encoding;
  /** The part to submit now; all of them, one a call, in order. Given to drivers whose unit is `segment`, only. */
  part?: DriverPart;
  /** The slot of the SIM to send from. */
  sim: number;
  /** After this moment of this machine's clock the text must not leave any more. */
  expiresAtMs: number;
}

/**
 * Failure prefixes that a driver may report; stable codes of the public interface. `cancelled` only of a text of which cancel() was
 * called.
 */
export type FailureCode = 'rejected_by_network' | 'device_failed' | 'cancelled';

/** How a submit ended. `detail` is one sentence, at most 200 characters, without body or number. */
export type Result =
  /**
   * The device took it. Refs by which receipts are matched, null where none will come: of a `segment` exactly one, of
   * a `message` as many as the device made of it.
   */
  | { kind: 'accepted'; refs: (string | null)[] }
  /**
   * It certainly did not leave. `retryable`: the same may succeed in some seconds. It is then tried again, five times
   * at most; a device that can send nothing at all says so by health() instead, and texts wait. `isCongested`: the
   * network takes nothing just now, whatever the text: it is tried until its time to live ends, ever more slowly.
   */
  | { kind: 'rejected'; code: FailureCode; detail: string; retryable: boolean; isCongested?: boolean }
  /** It may have left or not. It is never submitted again. */
  | { kind: 'unknown'; detail: string };

/** A delivery receipt, before it is matched to its job. */
export interface DriverReceipt {
  /** By the job itself, where the device keeps our name of it; else by a part's ref and its recipient. */
  match:
    | { by: 'job'; messageId: bigint; attempt: number; identity: string }
    | { by: 'ref'; ref: string; address: string };
  /** A final outcome; "still trying" is not reported. */
  outcome: 'delivered' | 'failed';
  /** For failed: one sentence, at most 200 characters, without body or number. */
  detail?: string;
  /** When, by this machine's clock. */
  atMs: number;
}

/** A text, or a part of one, that the device received. */
export interface DriverInbound {
  /** Durable name, 1 to 128 characters: the same text read twice has the same one, a repeat of its words not. */
  inboundId: string;
  /** The sender as received. */
  address: string;
  /** The text, or what this part says: it may begin or end with half a character, which the next part completes. */
  body: string;
  /** When the device had it, by this machine's clock. */
  receivedAtMs: number;
  /** The slot of the SIM that it came to, one of those that the device has; absent when unknown. */
  sim?: number;
  /**
   * For one part of a text whose parts the device does not join: the concatenation header. The agent joins; ackInbound
   * is called for each part under the part's own name.
   */
  concat?: { reference: number; total: number; number: number };
}

/** The sink for a driver's received texts and receipts. */
export interface Sink {
  /** Resolves once the receipt is durable, so that the driver may let go of it. Repeats are harmless. */
  receipt(receipt: DriverReceipt): Promise<void>;
  /**
   * Resolves with `stored` once the text is durable here; the driver still keeps it until ackInbound. `full`:
   * the journal takes no more for now; offer it again later. Repeats are harmless.
   */
  inbound(text: DriverInbound): Promise<'stored' | 'full'>;
  /**
   * The device says that it sent a text whose submit had ended as unknown. Resolves once that is durable; repeats, and texts with
   * any other outcome, are harmless.
   */
  sentLate(text: Pick<DriverJob, 'messageId' | 'attempt' | 'identity'>): Promise<void>;
  /** The device has come by itself and can be given texts now. One that the driver looks at from time to time needs no such word. */
  ready(): void;
}

/** The problem that keeps a device from sending; see DeviceProblem of the link for each. */
export type Problem =
  | 'absent'
  | 'not_answering'
  | 'pin_required'
  | 'no_sim'
  | 'no_network'
  | 'unauthorized'
  | 'other';

/** How a device that connects to us learns of its work; see DeviceConnection of the contract. */
export type Connection = 'listening' | 'polling' | 'lost';

/** The state of the device. With a problem nothing is submitted; jobs wait, at most until they expire. */
export interface Health {
  /** Absent when texts can be submitted. */
  problem?: Problem;
  /** One short sentence, at most 200 characters, without body or number. */
  detail: string;
  /** 0 to 100; absent when unknown. */
  signalPercent?: number;
  /** 0 to 100; absent when unknown, or without a battery. */
  batteryPercent?: number;
  /** Whether it is at a charger; absent when unknown. */
  charging?: boolean;
  /** The memory for received texts is full. */
  inboxFull?: boolean;
  /** Absent when unknown, and for a device that we connect to. */
  connection?: Connection;
  /** Maker and model, at most 100 characters; absent when unknown. */
  model?: string;
  /** Of the app on the device, at most 64 characters; absent when unknown. */
  appVersion?: string;
}

/** A finding of `doctor`: its subject is a few words like "serial port", "SIM", "network". */
export type { Finding };

/** A device. */
export interface Driver {
  readonly caps: Caps;
  /**
   * Makes the device ready and starts to feed the sink; lists what the device holds already. Throws an
   * AgentError for what only a person can repair; a device that is merely absent is reported by health().
   * `signal` aborts when the agent stops or dies: no timer and no write may outlive it.
   */
  open(sink: Sink, signal: AbortSignal): Promise<void>;
  /**
   * Submits once. Called only after the intent is durable. What it throws counts as unknown, so a refusal
   * that certainly did not leave must be returned as rejected.
   */
  submit(job: DriverJob): Promise<Result>;
  /**
   * A text whose submit is under way is no longer wanted. If the device can still stop it, the submit ends as rejected
   * with `cancelled`; otherwise nothing changes. Absent for devices that cannot.
   */
  cancel?(text: Pick<DriverJob, 'messageId' | 'attempt' | 'identity'>): void;
  /** The core has this text: delete it from the device. Harmless for one that is gone already. */
  ackInbound(inboundId: string): Promise<void>;
  /** The present state of the device; cheap, called before each submit. */
  health(): Health;
  /**
   * Whether the device is gone, so that texts that it was not given go back to the core. Absent where a problem that lasts for
   * 90 seconds says so.
   */
  isGone?(): boolean;
  /** Releases the device. Called once, after the last submit has ended. */
  close(): Promise<void>;
}

/** The environment variables that a driver reads: validators of envalid with a `desc` each, by name. */
export type Variables = Readonly<Record<string, ValidatorSpec<unknown>>>;

/** The values of those variables. */
export type Settings<V extends Variables> = {
  readonly [Name in keyof V]: V[Name] extends ValidatorSpec<infer Value> ? Value : never;
};

export interface DriverContext<V extends Variables = Variables> {
  /** The agent's directory; a driver may keep its own files in it, mode 0600. */
  dir: string;
  /** The journal's id: refs and names from under another journal mean nothing under this one. */
  journalId: string;
  clock: Clock;
  log: Log;
  /** The values of its variables. */
  settings: Settings<V>;
}

/** A driver by name. */
export interface DriverKind<V extends Variables = Variables> {
  /** As in TEXTRELAY_AGENT_DRIVER and in Hello, at most 64 characters. */
  name: string;
  /** One line for the help: what it talks to. */
  summary: string;
  variables: V;
  create(context: DriverContext<V>): Driver;
  /**
   * Looks at the device for `doctor`, without sending anything and without an agent running, and shows what it found,
   * the most basic thing first; stops at the first fault that makes the rest pointless. Never throws, takes at most
   * 30 seconds.
   */
  diagnose(context: DriverContext<V>, show: (finding: Finding) => void): Promise<void>;
}

/** Any driver, whatever its variables; they are checked against its own validators before it is made. */
export const defineDriver = <V extends Variables>(kind: DriverKind<V>): DriverKind =>
  kind as unknown as DriverKind;
