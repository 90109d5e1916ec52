// How a phone hears of its texts, and what to do where it was lost.
import type { Device } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { Instant } from '../../ui/instant.tsx';
import { Notice } from '../../ui/notice.tsx';
import { devices as say } from '../../words/en/devices.ts';
import { Say } from '../../words/say.tsx';
import { KeepAlive } from './keep_alive.tsx';

/** A phone that is away for less is mostly in a lift, or starts anew. */
const goneForGoodMs = 10 * 60_000;

/** Null for a device that has none, or of which none is known. */
export const ConnectionFact = ({ device: { connection, connection_since } }: { device: Device }) =>
  connection !== null && connection_since !== null ? (
    <Say words={say.since[connection]} parts={{ at: <Instant at={connection_since} /> }} />
  ) : null;

/** Whether it was lost without notice, and for so long that it does not come back by itself. */
export const isLost = ({ connection, connection_since }: Device): boolean =>
  connection === 'lost' &&
  connection_since !== null &&
  nowMs() - Date.parse(connection_since) >= goneForGoodMs;

/** What is to be done about a phone that was lost; for any other phone the same, for when it is wanted. */
export function ConnectionHelp({ device }: { device: Device }) {
  if (device.connection === null) return null;
  if (!isLost(device))
    return (
      <details className="disclosure">
        <summary>{say.keepAlive}</summary>
        <KeepAlive model={device.model} />
      </details>
    );
  return (
    <Notice title={say.lostTitle}>
      <p>
        <Say
          words={say.lostHelp}
          parts={{ at: device.connection_since && <Instant at={device.connection_since} /> }}
        />
      </p>
      <KeepAlive model={device.model} />
    </Notice>
  );
}
