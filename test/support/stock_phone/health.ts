// What a ping says of the phone: health/HealthService.kt with its monitors, and domain/HealthResponse.kt.
import type { AppParts } from './app_parts.ts';
import type { MessageTable } from './message_table.ts';

type Status = 'pass' | 'warn' | 'fail';

interface Check {
  status: Status;
  observedValue: number;
  observedUnit: string;
  description: string;
}

const batteryStatus = (percent: number): Status => (percent < 10 ? 'fail' : percent < 25 ? 'warn' : 'pass');

export function healthOf({ process, network, traits, version }: AppParts, table: MessageTable): object {
  const hourAgoMs = process.clock.nowMs() - 3_600_000;
  const failed = table.failedSince(hourAgoMs);
  const { count: processed } = table.processedSince(hourAgoMs);
  const { batteryPercent, isCharging } = traits;
  const check = (
    status: Status,
    observedValue: number,
    observedUnit: string,
    description: string,
  ): Check => ({
    status,
    observedValue,
    observedUnit,
    description,
  });
  const failedStatus = failed === 0 ? 'pass' : processed === 0 ? 'fail' : 'warn';
  const checks: Record<string, Check> = {
    'messages:failed': check(failedStatus, failed, 'messages', 'Failed messages for last hour'),
    'connection:status': check(network.isOn ? 'pass' : 'fail', Number(network.isOn), 'boolean', 'Internet'),
    'connection:transport': check('pass', 2, 'flags', 'Transport'),
    'connection:cellular': check('pass', 4, 'index', 'Cellular network'),
    'battery:level': check(batteryStatus(batteryPercent), batteryPercent, 'percent', 'Battery level'),
    'battery:charging': check('pass', isCharging ? 3 : 0, 'flags', 'Charging'),
  };
  const has = (status: Status) => Object.values(checks).some((each) => each.status === status);
  const status: Status = has('fail') ? 'fail' : has('warn') ? 'warn' : 'pass';
  return { status, checks, version: version.name, releaseId: 1 };
}
