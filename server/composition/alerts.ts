// The alerts that the service sends to its operator by itself.
import { hostname } from 'node:os';
import { openTargets } from '../app/operations/alerts/targets.ts';
import { type AlertWatch, startAlertWatch } from '../app/operations/alerts/watch.ts';
import { openMailServer } from '../app/users/mail/mailer.ts';
import { readDiskSpace } from '../ops/disk_space.ts';
import type { CoreContext } from './application.ts';
import type { MessageRoutes } from './message_routes.ts';

/** Starts watching; undefined where nobody is to get alerts. */
export function startAlerts(context: CoreContext, { carriers }: MessageRoutes): AlertWatch | undefined {
  const { config, clock, metrics } = context;
  const { alerts, mail, dataDir } = config;
  if (alerts === undefined) return undefined;
  return startAlertWatch({
    ...context,
    targets: openTargets(alerts, { clock, mail: mail && openMailServer(mail) }),
    instance: `${hostname()}:${config.opsListen.port}`,
    carriers: carriers.states,
    certificateEnds: metrics.certificateEnds,
    readDisk: async () => (dataDir === undefined ? undefined : readDiskSpace(dataDir)),
  });
}
