// What the core says of itself to its operator.
import { systemClock } from '../../runtime/clock.ts';
import { typedCommand } from '../../runtime/typed_command.ts';
import { configuredOf } from '../app/carriers/carrier_state.ts';
import type { AlertWatch } from '../app/operations/alerts/watch.ts';
import { createReadDailyHealth } from '../app/operations/daily_health.ts';
import { createDiagnose } from '../app/operations/diagnose/diagnose.ts';
import type { CoreSetup } from '../app/operations/diagnose/diagnose_setup.ts';
import { createReadHealth } from '../app/operations/health.ts';
import { createHeldTexts } from '../app/operations/held_texts.ts';
import type { CoreConfig } from '../config/config_core.ts';
import { readDiskSpace } from '../ops/disk_space.ts';
import { coreStatsOf } from '../ops/metrics.ts';
import type { CoreContext } from './application.ts';
import type { MessageRoutes } from './message_routes.ts';

/** Alerts that are listed, at most. */
const mostAlerts = 500;

const setupOf = ({ isProduction = false, mail, publicUrl, ...config }: CoreConfig): CoreSetup => ({
  isProduction,
  hasMail: mail !== undefined,
  hasAlerts: config.alerts !== undefined,
  publicUrl,
  listeners: [
    {
      name: 'RPC listener',
      host: config.listen.host,
      isSecure: config.tls?.rpc !== undefined,
      variable: 'TEXTRELAY_CORE_TLS_CERT',
    },
    {
      name: 'device listener',
      host: config.deviceListen.host,
      isSecure: config.tls?.device !== undefined,
      variable: 'TEXTRELAY_DEVICE_TLS_CERT',
    },
  ],
  unknownVariables: config.report?.unknownVariables ?? [],
  dataDir: config.dataDir,
});

/** Makes what OperationsService serves. */
export function createOperations(
  { config, store, clock, metrics, hub }: CoreContext,
  { carriers }: MessageRoutes,
  alerts: AlertWatch | undefined,
) {
  const readCoreStats = () => coreStatsOf(metrics);
  return {
    readHealth: createReadHealth({ store, clock, readCoreStats }),
    readDay: createReadDailyHealth({ store, clock }),
    held: createHeldTexts({ store, publish: hub.publish }),
    listAlerts: () => store.listAlerts(mostAlerts),
    tryAlerts: async () => (await alerts?.tryTargets()) ?? [],
    settings: config.report?.settings ?? [],
    diagnose: createDiagnose({
      store,
      clock,
      machineClock: systemClock,
      setup: setupOf(config),
      carriers: () => configuredOf(carriers.states()),
      countGateways: async () => (await readCoreStats()).watches,
      refusingTargets: () => alerts?.refusing() ?? [],
      certificateEnds: metrics.certificateEnds,
      readDisk: readDiskSpace,
      admin: typedCommand('admin'),
    }),
  };
}
