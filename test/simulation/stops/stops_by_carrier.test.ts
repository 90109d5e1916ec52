// A stop against claims, retries, releases and cancels, each in an account of its own, in an order that a seed draws: texts that leave
// by a carrier. Those of phones are in a file of their own, so that the night plays both at a time.
import { test } from 'vitest';
import { playStopsUntil, timeoutMs } from './stops_until.ts';

test(
  'after a stop was recorded no text is handed to the carrier, and what was acknowledged ends',
  {
    timeout: timeoutMs,
  },
  (context) => playStopsUntil(context, 'carrier', 2 / 3),
);
