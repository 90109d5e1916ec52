// The app's calls: received texts, and the state of the phone.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { DriverInbound, Health } from '../driver.ts';
import { isRecord } from './is_record.ts';
import { readMoment } from './reported.ts';

/**
 * How far the stamp of a call may be from our time. The app stamps and signs each try again, by a clock that may be
 * wrong. A call that somebody else repeats says nothing new.
 */
const maxSkewMs = 24 * 3_600_000;

/** The sender of a call, by its headers. */
interface Signature {
  stamp: string | undefined;
  signature: string | undefined;
}

/** Whether the body is the phone's and was signed just now: hex HMAC-SHA256 of the body as it came and the stamp. */
export function isGenuine(
  body: Buffer,
  { stamp, signature }: Signature,
  key: string,
  nowMs: number,
): boolean {
  if (!/^\d{1,12}$/.test(stamp ?? '') || !/^[0-9a-f]{64}$/i.test(signature ?? '')) return false;
  const expected = createHmac('sha256', key).update(body).update(String(stamp)).digest();
  if (!timingSafeEqual(expected, Buffer.from(String(signature), 'hex'))) return false;
  return Math.abs(nowMs - Number(stamp) * 1_000) <= maxSkewMs;
}

/** The subject of a call. */
type PhoneEvent =
  | { kind: 'received'; text: DriverInbound }
  | { kind: 'ping'; battery: Pick<Health, 'batteryPercent' | 'charging'> }
  | { kind: 'other' };

/** Reads a call; undefined when it is none. */
export function readPhoneEvent(body: unknown, nowMs: number): PhoneEvent | undefined {
  if (!isRecord(body) || typeof body.event !== 'string' || !isRecord(body.payload)) return undefined;
  if (body.event === 'system:ping') return { kind: 'ping', battery: batteryOf(body.payload) };
  if (body.event !== 'sms:received') return { kind: 'other' };
  const { messageId, sender, phoneNumber, message, receivedAt, simNumber } = body.payload;
  // A hidden sender has no name; a text without words is still a text.
  const address = sender ?? phoneNumber ?? '';
  const words = message ?? '';
  if (typeof address !== 'string' || typeof words !== 'string') return undefined;
  // Stamped by the network, so that the same words a minute later are another text. The app's own name of it is no help: it
  // may give one text two, when it learns of it in two ways.
  const sentMs = readMoment(receivedAt);
  const whole = JSON.stringify([sentMs ?? String(messageId), address, words]);
  const inboundId = `stock-${createHash('sha256').update(whole).digest('base64url').slice(0, 32)}`;
  const receivedAtMs = Math.min(nowMs, sentMs ?? nowMs);
  const text = { inboundId, address, body: words, receivedAtMs };
  return { kind: 'received', text: typeof simNumber === 'number' ? { ...text, sim: simNumber } : text };
}

function batteryOf({ health }: Record<string, unknown>): Pick<Health, 'batteryPercent' | 'charging'> {
  const checks = isRecord(health) && isRecord(health.checks) ? health.checks : {};
  const observed = (name: string) => {
    const check = checks[name];
    return isRecord(check) && typeof check.observedValue === 'number' ? check.observedValue : Number.NaN;
  };
  const level = observed('battery:level');
  // Flags: 1 while it is charging, others for the kind of charger, which stay when it is full.
  const flags = observed('battery:charging');
  return {
    ...(level >= 0 && level <= 100 && { batteryPercent: Math.round(level) }),
    ...(flags >= 0 && { charging: flags > 0 }),
  };
}
