// How the fake core says that the service is.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { FindingLevel } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';

const at = (time: string) => timestampFromDate(new Date(time));

export const health = {
  cores: [
    {
      ...{ version: '0.1.0\u001b[31m', startedAt: at('2026-11-20T10:00:00Z'), links: 2, watches: 1 },
      ...{ textsHandedOver: 40n, textsExpired: 1n, calls: 900n, callsFailed: 3n },
    },
  ],
  carrierCores: 1,
  queue: { device: 5, gateway: 6 },
  oldestWaitingSeconds: 70,
  database: {
    ...{ version: '17.4', bytes: 12_000_000n, connections: 9, mostConnections: 100 },
    startedAt: at('2026-11-20T09:00:00Z'),
  },
};

/** What it finds when it is asked to look; a test may change it. */
export const diagnosed = {
  version: '0.1.0',
  findings: [
    { level: FindingLevel.OK as FindingLevel, what: 'database', detail: 'PostgreSQL 18.4', advice: '' },
  ],
};

export const alert = {
  rule: 'TextrelayCarrierDown',
  summary: 'No core can submit through the carrier main\u001b[31m',
  action: 'Look at it.',
  critical: true,
  since: at('2026-11-20T10:00:00Z'),
  reportedAt: at('2026-11-20T10:05:00Z'),
};

/** How the test of alerts is taken; a test may change it. */
export const alertTargets = [{ name: 'mail 1', error: '' }];
