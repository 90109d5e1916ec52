// Route gateway as a whole: makes the configured carriers, takes what they receive, and gives them the texts that wait.
// It has no rules of its own.
import type { Registry } from 'prom-client';
import type { Log } from '../../../runtime/log.ts';
import type { CarrierState } from '../../app/carriers/carrier_state.ts';
import type { Advance } from '../../app/messages/advances.ts';
import type { Receive } from '../../app/messages/inbound.ts';
import type { BatcherContext, Update } from '../../app/messages/updates.ts';
import type { TextTraces } from '../../app/tracing/text_traces.ts';
import type { Carrier, CarrierSink, ConfiguredCarrier } from '../../carrier/carrier.ts';
import { registerCarrierMetrics } from '../../carrier/carrier_metrics.ts';
import { DeadLetters, type DeadLettersOptions } from '../../carrier/inbound/dead_letters.ts';
import { type CarrierInboundOptions, CarrierInboundTaker } from '../../carrier/inbound/inbound.ts';
import { ReceiptTaker, type ReceiptTakerOptions } from '../../carrier/inbound/receipts.ts';
import type { CarrierConfig } from '../../carrier/kind.ts';
import type { Lifetimes } from '../../domain/messages/message.ts';
import type { ReferenceBits } from '../../domain/messages/text.ts';
import type { Failpoint } from '../../failpoint.ts';
import type { PartName } from '../../store/carriers/carrier_receipts.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import { CarrierDispatcher, type CarrierDispatcherOptions } from './dispatcher.ts';
import { UnrecordedParts } from './unrecorded_parts.ts';

interface CarriersOptions extends Omit<BatcherContext, 'onBatch'> {
  configs: readonly CarrierConfig[];
  store: CarrierDispatcherOptions['store'] &
    CarrierInboundOptions['store'] &
    DeadLettersOptions['store'] &
    ReceiptTakerOptions['store'];
  log: Log;
  lifetimes: Lifetimes;
  failpoint: Failpoint;
  referenceBits: ReferenceBits;
  /** The application's part for received texts and for reports. */
  receive: Receive;
  update: Update;
  /** From 0 to below 1. */
  random: () => number;
  /** The register of the carriers' metrics. */
  registry: Registry;
  onBatch: (name: string) => (size: number) => void;
  traces?: TextTraces;
}

/** Starts them; returns at once, connections are made meanwhile. */
export function startCarriers(options: CarriersOptions) {
  const { configs, clock, log, random, onBatch } = options;
  const carriers: ConfiguredCarrier[] = configs.map(({ name, kind, priority, sender, settings }) => ({
    name,
    kind: kind.kind,
    priority,
    sharedSender: sender,
    carrier: kind.create(settings, { name, clock, log, random }),
  }));
  /** The present state of each, in the order in which they are asked. */
  const states = (): readonly CarrierState[] =>
    carriers.map(({ carrier, ...said }) => ({ ...said, ...carrier.health(), capacity: carrier.capacity() }));
  const counts = registerCarrierMetrics(options.registry, states);
  const receipts = new ReceiptTaker({ ...options, onBatch: onBatch('receipt') });
  const unrecorded = new UnrecordedParts(clock);
  const countries = new Map(configs.map(({ name, country }) => [name, country]));
  const inbound = new CarrierInboundTaker({
    ...options,
    countryOfCarrier: (name) => countries.get(name),
  });
  const dispatcher = new CarrierDispatcher({
    ...options,
    carriers,
    onRecorded(conclusions) {
      const names = namesIn(conclusions);
      unrecorded.recorded(names);
      void receipts.settle(names);
    },
    onNamed: (names) => void receipts.settle(names),
    onTaken: (part) => unrecorded.taken(part),
    onAnswer: counts.onAnswer,
    onBatch: onBatch('submission'),
  });
  for (const { name, carrier } of carriers) {
    const deadLetters = new DeadLetters(name, options);
    const sink: CarrierSink = {
      async receipt(receipt) {
        await unrecorded.recordOf({ carrier: name, ref: receipt.ref });
        await receipts.take(name, receipt);
        counts.onReceipt(name, receipt.outcome);
        options.traces?.noteReceipt(name, receipt.ref, receipt.outcome);
      },
      async deadLetter(letter) {
        counts.onDeadLetter(name, letter.why);
        await deadLetters.take(letter);
      },
      async inbound(text) {
        const taken = await inbound.take(name, text);
        counts.onInbound(name, taken.owned);
        return taken;
      },
    };
    carrier.start(sink, () => dispatcher.onCapacity(name));
  }

  const close = async () => {
    await dispatcher.stop();
    await Promise.all(carriers.map(({ carrier }) => carrier.stop()));
    await Promise.all([inbound.stop(), receipts.stop()]);
  };
  let closing: Promise<void> | undefined;

  return {
    /** Call it with every change of an account. */
    onAdvances: (advances: readonly Advance[]) => dispatcher.onAdvances(advances),
    states,
    find: (name: string): Carrier | undefined => carriers.find((carrier) => carrier.name === name)?.carrier,
    /** Accepts no more, waits for calls under way within a bound, and closes. Safe to call twice. */
    stop() {
      closing ??= close();
      return closing;
    },
  };
}

/** The carriers' names of the recorded parts. */
const namesIn = (conclusions: readonly Conclusion[]): PartName[] =>
  conclusions.flatMap(({ carrier, parts }) =>
    parts.flatMap(({ ref }) => (ref === null ? [] : [{ carrier, ref }])),
  );
