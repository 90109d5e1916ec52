// A carrier in this process, whose company says of each submit what the seed draws: it takes the text, sends it back for another
// try, or leaves open whether it has it. A ledger says what was handed over to it.
import { Type } from 'typebox';
import type { CarrierSink, Submission, SubmitResult } from '../../../server/carrier/carrier.ts';
import { type CarrierConfig, defineCarrierKind } from '../../../server/carrier/kind.ts';

export const stopCarrier = 'main';

/** More than are ever under way, so that what is claimed is handed over at once. */
const window = 1_000;

/** The company behind the carriers of all cores. */
export interface StopCompany {
  /** Learns of each text that is handed over, and says what becomes of it. */
  take(submission: Submission): Promise<SubmitResult>;
}

/** What a core is started with, and where the company gives what people write, once its carriers have started. */
export function connectCompany(company: StopCompany): { config: CarrierConfig; sink: () => CarrierSink } {
  let sink: CarrierSink | undefined;
  const kind = defineCarrierKind({
    kind: 'stops',
    settings: Type.Object({}),
    create: () => ({
      caps: { unit: 'message', receipts: false, window },
      start: (given) => {
        sink = given;
      },
      capacity: () => window,
      submit: (submission) => company.take(submission),
      health: () => ({ up: true, detail: 'it takes everything' }),
      stop: async () => undefined,
    }),
  });
  const config = { name: stopCarrier, kind, priority: 50, sender: null, settings: {} };
  return {
    config,
    sink() {
      if (!sink) throw new Error('the carrier has not started');
      return sink;
    },
  };
}
