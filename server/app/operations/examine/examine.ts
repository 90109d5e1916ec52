// Everything that a core looks at when its operator asks how it is. What cannot be looked at is a finding, too.

import type { Finding } from '../../../../runtime/cli/findings.ts';
import type { Clock } from '../../../../runtime/clock.ts';
import type { DiskSpace } from '../../../ops/disk_space.ts';
import type { TableSize } from '../../../store/operations/examine.ts';
import type { CarrierState } from '../../carriers/carrier_state.ts';
import type { AppContext } from '../../context.ts';
import type { RefusingTarget } from '../alerts/watch.ts';
import { databaseAway, examineDatabase } from './examine_database.ts';
import {
  type CoreSetup,
  examineAlertTargets,
  examineCertificates,
  examineDisk,
  examineListeners,
  examineMail,
  examineSettings,
} from './examine_setup.ts';
import {
  examineCarriers,
  examineDevices,
  examineHeld,
  examineQueue,
  examineWebhooks,
} from './examine_texts.ts';

/** Most texts that are looked at for the age of the oldest. */
const mostLookedAt = 100_000;

interface ExamineOptions
  extends Pick<
    AppContext<'readSetup' | 'readTroubles' | 'listAwayDevices' | 'listTableSizes' | 'countUnfinished'>,
    'store' | 'clock'
  > {
  /** The machine's own clock; `clock` follows the database's. */
  machineClock: Pick<Clock, 'nowMs'>;
  setup: CoreSetup;
  carriers: () => readonly CarrierState[];
  /** Gateways that watch this core's changes. */
  countGateways: () => Promise<number>;
  /** The targets of alerts that took nothing when this core last tried them. */
  refusingTargets: () => readonly RefusingTarget[];
  /** When the certificate of each listener ends. */
  certificateEnds: () => ReadonlyMap<string, number>;
  readDisk: (dir: string) => Promise<DiskSpace | undefined>;
  /** How people type the operator's commands. */
  admin: string;
}

interface Examined {
  findings: Finding[];
  /** None while the database is away. */
  tables: TableSize[];
}

/** Looks at everything, as this replica sees it. Never rejects. */
export type Examine = () => Promise<Examined>;

const gatewayFinding = (count: number): Finding =>
  count > 0
    ? { level: 'ok', what: 'gateways', detail: `${count} watch this core` }
    : {
        level: 'warning',
        what: 'gateways',
        detail: 'none watches this core',
        advice:
          "Start one, and name this core in its TEXTRELAY_CORE_ADDRESS. The gateway's log says whether it finds it.",
      };

/** Makes what looks. */
export function createExamine(options: ExamineOptions): Examine {
  const { store, clock, machineClock, setup, admin } = options;

  const lookAtDatabase = async (): Promise<Examined> => {
    const nowMs = clock.nowMs();
    const askedMs = machineClock.nowMs();
    const database = await store.readSetup();
    const machineMs = (askedMs + machineClock.nowMs()) / 2;
    const troubles = await store.readTroubles(nowMs);
    if (!database || !troubles) return { findings: [databaseAway], tables: [] };
    const [away, unfinished, tables] = await Promise.all([
      troubles.away > 0 ? store.listAwayDevices(nowMs) : [],
      store.countUnfinished(nowMs, mostLookedAt),
      store.listTableSizes(),
    ]);
    return {
      findings: [
        ...examineDatabase(database, machineMs),
        ...examineQueue(unfinished, admin),
        ...examineHeld(troubles, admin),
        ...examineDevices(troubles, away, nowMs, admin),
        ...examineWebhooks(troubles, admin),
      ],
      tables,
    };
  };

  return async () => {
    const looked = await lookAtDatabase().catch((): Examined => ({ findings: [databaseAway], tables: [] }));
    const space = setup.dataDir === undefined ? undefined : await options.readDisk(setup.dataDir);
    return {
      findings: [
        ...examineSettings(setup),
        ...looked.findings,
        ...examineCarriers(options.carriers(), admin),
        gatewayFinding(await options.countGateways()),
        examineMail(setup),
        ...examineAlertTargets(setup, options.refusingTargets(), admin),
        ...examineListeners(setup),
        ...examineCertificates(options.certificateEnds(), machineClock.nowMs()),
        ...examineDisk(space),
      ],
      tables: looked.tables,
    };
  };
}
