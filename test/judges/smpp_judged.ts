// Our SMPP carrier at the SMSC of Net::SMPP, without the core: it is fed as a core would, and what it says of
// each submit stands beside what the SMSC received.
import { Value } from 'typebox/value';
import { afterEach, test } from 'vitest';
import { type Clock, systemClock } from '../../runtime/clock.ts';
import { createLog } from '../../runtime/log.ts';
import type {
  Carrier,
  CarrierInbound,
  CarrierReceipt,
  Submission,
  SubmitResult,
  Taken,
} from '../../server/carrier/carrier.ts';
import { smppKind } from '../../server/carrier/smpp/smpp_kind.ts';
import { type ReferenceBits, splitText } from '../../server/domain/messages/text.ts';
import { missingForNetSmpp, NetSmpp } from '../support/net_smpp/net_smpp.ts';
import type { JudgedSubmit, Plan } from '../support/net_smpp/plan.ts';

/** Names what is missing in the title of a test that is skipped for it. */
export const titled = (text: string, missing: readonly string[] = missingForNetSmpp) =>
  missing.length === 0 ? text : `${text} [skipped: no ${missing.join(', ')}]`;

/** A test that needs the SMSC of Net::SMPP. */
export const judged = test.skipIf(missingForNetSmpp.length > 0);

/** A clock on which pauses and backoffs are over sooner. */
export function quickClock(speed: number): Clock {
  const startMs = systemClock.nowMs();
  return {
    nowMs: () => startMs + Math.floor((systemClock.nowMs() - startMs) * speed),
    setTimeout: (fn, delayMs) => systemClock.setTimeout(fn, delayMs / speed),
    setInterval: (fn, periodMs) => systemClock.setInterval(fn, periodMs / speed),
  };
}

/** A submission, and all that became of it, one result an attempt. */
export interface Judged {
  submission: Submission;
  results: SubmitResult[];
}

export interface Bench {
  smsc: NetSmpp;
  carrier: Carrier;
  clock: Clock;
  receipts: CarrierReceipt[];
  inbounds: CarrierInbound[];
  /** Texts that were confirmed. */
  confirmed: CarrierInbound[];
  /** What becomes of a received text. */
  take: (text: CarrierInbound) => Promise<boolean>;
  /** What becomes of a receipt. */
  hear: (receipt: CarrierReceipt) => Promise<void>;
  /** Submits all as there is capacity; again what may be submitted again, until each has come to its end. */
  submitAll(submissions: readonly Submission[]): Promise<Judged[]>;
  stop(): Promise<void>;
}

export interface BenchOptions {
  plan?: Plan;
  settings?: Record<string, unknown>;
  speed?: number;
  /** Where the carrier connects; the SMSC's port when left out. */
  port?: (smsc: NetSmpp) => Promise<number>;
}

/** Starts both and waits until they are bound. */
export async function openBench(options: BenchOptions = {}): Promise<Bench> {
  const smsc = await NetSmpp.start(options.plan);
  const clock = quickClock(options.speed ?? 10);
  const settings = {
    host: '127.0.0.1',
    port: (await options.port?.(smsc)) ?? smsc.port,
    system_id: 'relay',
    password: 'secret',
    // By a quick clock that is not long.
    response_timeout_s: 300,
    ...options.settings,
  };
  Value.Assert(smppKind.settings, settings);
  const carrier = smppKind.create(settings, {
    name: 'judged',
    clock,
    log: createLog('core', 'silent'),
    random: Math.random,
  });
  let onCapacity: () => void = () => {};
  const bench: Bench = {
    smsc,
    carrier,
    clock,
    receipts: [],
    inbounds: [],
    confirmed: [],
    take: async () => true,
    hear: async () => {},
    async submitAll(submissions) {
      const judged = submissions.map((submission) => ({ submission, results: [] as SubmitResult[] }));
      const waiting = [...judged];
      let left = judged.length;
      await new Promise<void>((resolve) => {
        const submit = async (one: Judged) => {
          const attempt = one.results.length + 1;
          const result = await carrier.submit({ ...one.submission, attempt });
          one.results.push(result);
          if (result.kind === 'rejected' && result.retryable) waiting.push(one);
          else left -= 1;
          if (left === 0) resolve();
          feed();
        };
        const feed = () => {
          for (let capacity = carrier.capacity(); capacity > 0 && waiting.length > 0; capacity--)
            void submit(waiting.shift() as Judged);
        };
        onCapacity = feed;
        feed();
      });
      await smsc.catchUp();
      return judged;
    },
    async stop() {
      await carrier.stop();
      await smsc.stop();
    },
  };
  carrier.start(
    {
      async receipt(receipt) {
        await bench.hear(receipt);
        bench.receipts.push(receipt);
      },
      async inbound(text): Promise<Taken> {
        const owned = await bench.take(text);
        bench.inbounds.push(text);
        return { owned, confirm: () => bench.confirmed.push(text) };
      },
      deadLetter: async () => undefined,
    },
    () => onCapacity(),
  );
  if (!options.plan?.bind) await smsc.whenBound((options.settings?.connections as number | undefined) ?? 1);
  return bench;
}

let nextId = 1;

/** The submissions of a text to a recipient that no other text has. */
export function submissionsOf(
  text: string,
  {
    bits = 8,
    unit = 'segment',
    minutes = 60,
  }: { bits?: ReferenceBits; unit?: 'segment' | 'message'; minutes?: number } = {},
): Submission[] {
  const id = nextId++;
  const { encoding, parts } = splitText(text, bits);
  const texts = unit === 'message' ? [text] : parts;
  return texts.map((part, index) => ({
    accountId: 1n,
    messageId: BigInt(id),
    name: `1-${id}`,
    attempt: 1,
    part: index + 1,
    total: texts.length,
    reference: bits === 8 ? id & 0xff : (id * 257) & 0xffff,
    referenceBits: bits,
    sender: '+15005550100',
    recipient: recipientOf(id),
    text: part,
    encoding,
    expiresAtMs: systemClock.nowMs() + minutes * 60_000,
  }));
}

const recipientOf = (id: number) => `+1501${String(id).padStart(7, '0')}`;

/** What the SMSC received, by the recipient and the part: that is one submission. */
export function receivedOf(submits: readonly JudgedSubmit[]): Map<string, JudgedSubmit[]> {
  return Map.groupBy(submits, (one) => `+${one.destination_addr} ${one.concat?.number ?? 1}`);
}

export const keyOf = ({ recipient, part }: Submission) => `${recipient} ${part}`;

/** The last word on a submission. */
export const lastOf = ({ results }: Judged) => results.at(-1) as SubmitResult;

/** Returns what opens a bench; it is stopped after the test. */
export function provideBench(): (options?: BenchOptions) => Promise<Bench> {
  let bench: Bench | undefined;
  afterEach(async () => {
    await bench?.stop();
    bench = undefined;
  });
  return async (options) => {
    bench = await openBench(options);
    return bench;
  };
}
