// What the dispatcher of texts to carriers works with.
import type { Clock } from '../../../runtime/clock.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Update } from '../../app/messages/updates.ts';
import type { ConfiguredCarrier, SubmitResult } from '../../carrier/carrier.ts';
import type { Lifetimes } from '../../domain/message.ts';
import type { PartName } from '../../store/carriers/carrier_receipts.ts';
import type { Conclusion } from '../../store/carriers/conclude_submits.ts';
import type { Store } from '../../store/store.ts';
import type { DeadWatchOptions } from './dead_replicas.ts';
import type { HandOverOptions } from './hand_over.ts';
import type { RecorderOptions } from './recorder.ts';

export interface CarrierDispatcherOptions extends HandOverOptions {
  store: Pick<
    Store,
    'claimForCarriers' | 'listCarrierQueue' | 'listClaimed' | 'enterReplica' | 'renewReplica' | 'leaveReplica'
  > &
    RecorderOptions['store'] &
    DeadWatchOptions['store'];
  clock: Clock;
  log: Log;
  lifetimes: Lifetimes;
  /** In the order in which they are asked. */
  carriers: readonly ConfiguredCarrier[];
  update: Update;
  /** Called after each commit of records: receipts that came first may be applied now. */
  onRecorded: (conclusions: readonly Conclusion[]) => void;
  /** From 0 to below 1. */
  random?: () => number;
  /** A carrier took a part and named it; its record follows. */
  onTaken?: (part: PartName) => void;
  onAnswer?: (carrier: string, kind: SubmitResult['kind']) => void;
  onBatch?: (size: number) => void;
}
