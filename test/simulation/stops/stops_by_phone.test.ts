// A stop against claims, retries, hand-backs, releases and cancels, each in an account of its own, in an order that a seed draws: texts
// that leave by a phone.
import { test } from 'vitest';
import { playStopsUntil, timeoutMs } from './stops_until.ts';

test(
  'after a stop was recorded no text is handed to the phone, and what was acknowledged ends',
  {
    timeout: timeoutMs,
  },
  (context) => playStopsUntil(context, 'phone', 1 / 3),
);
