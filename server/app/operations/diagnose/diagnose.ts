// Everything that a core looks at when its operator asks how it is. What cannot be looked at is a finding, too.

import type { Finding } from '../../../../runtime/cli/findings.ts';
import type { Clock } from '../../../../runtime/clock.ts';
import type { DiskSpace } from '../../../ops/disk_space.ts';
import type { TableSize } from '../../../store/operations/diagnose.ts';
import type { CarrierState } from '../../carriers/carrier_state.ts';
import type { AppContext } from '../../context.ts';
import type { RefusingTarget } from '../alerts/watch.ts';
import { databaseAway, diagnoseDatabase } from './diagnose_database.ts';
import {
  type CoreSetup,
  diagnoseAlertTargets,
  diagnoseCertificates,
  diagnoseDisk,
  diagnoseListeners,
  diagnoseMail,
  diagnoseSettings,
} from './diagnose_setup.ts';
import {
  diagnoseCarriers,
  diagnoseDevices,
  diagnoseHeld,
  diagnoseQueue,
  diagnoseWebhooks,
} from './diagnose_texts.ts';

/** Most texts that are looked at for the age of the oldest. */
const mostLookedAt = 100_000;

interface DiagnoseOptions
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

interface Diagnosed {
  findings: Finding[];
  /** None while the database is away. */
  tables: TableSize[];
}

/** Looks at everything, as this replica sees it. Never rejects. */
export type Diagnose = () => Promise<Diagnosed>;

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
export function createDiagnose(options: DiagnoseOptions): Diagnose {
  const { store, clock, machineClock, setup, admin } = options;

  const lookAtDatabase = async (): Promise<Diagnosed> => {
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
        ...diagnoseDatabase(database, machineMs),
        ...diagnoseQueue(unfinished, admin),
        ...diagnoseHeld(troubles, admin),
        ...diagnoseDevices(troubles, away, nowMs, admin),
        ...diagnoseWebhooks(troubles, admin),
      ],
      tables,
    };
  };

  return async () => {
    const looked = await lookAtDatabase().catch((): Diagnosed => ({ findings: [databaseAway], tables: [] }));
    const space = setup.dataDir === undefined ? undefined : await options.readDisk(setup.dataDir);
    return {
      findings: [
        ...diagnoseSettings(setup),
        ...looked.findings,
        ...diagnoseCarriers(options.carriers(), admin),
        gatewayFinding(await options.countGateways()),
        diagnoseMail(setup),
        ...diagnoseAlertTargets(setup, options.refusingTargets(), admin),
        ...diagnoseListeners(setup),
        ...diagnoseCertificates(options.certificateEnds(), machineClock.nowMs()),
        ...diagnoseDisk(space),
      ],
      tables: looked.tables,
    };
  };
}
