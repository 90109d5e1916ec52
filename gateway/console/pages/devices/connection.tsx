// How a phone hears of its texts, and what to do where it was lost.
import type { Device } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { Instant } from '../../ui/instant.tsx';
import { Notice } from '../../ui/notice.tsx';
import { KeepAlive } from './keep_alive.tsx';

/** A phone that is away for less is mostly in a lift, or starts anew. */
const goneForGoodMs = 10 * 60_000;

const words = {
  listening: 'Listens since',
  polling: 'Asks every 15 minutes, since',
  lost: 'Lost since',
} as const;

/** Null for a device that has none, or of which none is known. */
export const ConnectionFact = ({ device: { connection, connection_since } }: { device: Device }) =>
  connection !== null && connection_since !== null ? (
    <>
      {words[connection]} <Instant at={connection_since} />
    </>
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
        <summary>Keep the app alive</summary>
        <KeepAlive model={device.model} />
      </details>
    );
  return (
    <Notice title="This phone was lost without notice">
      <p>
        It neither listens nor asks, since{' '}
        {device.connection_since && <Instant at={device.connection_since} />}. Look whether it is switched on
        and has a network. If so, Android has ended the app: open it on the phone, and it connects again.
        Texts wait until then, or leave through another device.
      </p>
      <KeepAlive model={device.model} />
    </Notice>
  );
}
