// The carriers' metrics, in Prometheus' form. A carrier's name is a label: names are the operator's own, and few.
import { Counter, Gauge, type Registry } from 'prom-client';
import type { DeadLetterReason } from '../store/carriers/dead_letters.ts';
import type { PartResult } from './carrier.ts';

/** The counters. */
interface CarrierCounts {
  onAnswer(carrier: string, kind: PartResult['kind']): void;
  onReceipt(carrier: string, outcome: 'delivered' | 'failed'): void;
  onInbound(carrier: string, owned: boolean): void;
  onDeadLetter(carrier: string, why: DeadLetterReason): void;
}

/** Registers the metrics. `states` says how each carrier is when the metrics are read. */
export function registerCarrierMetrics(
  registry: Registry,
  states: () => Iterable<{ name: string; up: boolean; capacity: number }>,
): CarrierCounts {
  const registers = [registry];
  const counter = (name: string, help: string, label: string) =>
    new Counter({ name: `textrelay_core_carrier_${name}`, help, labelNames: ['carrier', label], registers });
  const gauge = (
    name: string,
    help: string,
    read: (state: { up: boolean; capacity: number }) => number,
  ): Gauge =>
    new Gauge({
      name: `textrelay_core_carrier_${name}`,
      help,
      labelNames: ['carrier'],
      registers,
      collect() {
        for (const state of states()) this.set({ carrier: state.name }, read(state));
      },
    });
  gauge('up', '1 while this replica can submit through the carrier', ({ up }) => (up ? 1 : 0));
  gauge('capacity', 'Submits that this replica could begin now', ({ capacity }) => capacity);
  const submits = counter('submits_total', 'Parts submitted, by what became of them', 'outcome');
  const receipts = counter('receipts_total', 'Receipts received, whatever text they are of', 'outcome');
  const inbound = counter(
    'inbound_total',
    'Texts and parts received, by whether somebody owns the number',
    'owned',
  );
  const deadLetters = counter(
    'dead_letters_total',
    'What the carrier brought and nobody could use, by why',
    'why',
  );
  return {
    onAnswer: (carrier, outcome) => submits.inc({ carrier, outcome }),
    onReceipt: (carrier, outcome) => receipts.inc({ carrier, outcome }),
    onDeadLetter: (carrier, why) => deadLetters.inc({ carrier, why }),
    onInbound: (carrier, owned) => inbound.inc({ carrier, owned: owned ? 'yes' : 'no' }),
  };
}
