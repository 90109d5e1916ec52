// A carrier that never takes a text, for tests of what comes before: texts of route gateway stay queued.
import { Type } from 'typebox';
import type { CarrierConfig } from '../../server/carrier/kind.ts';
import { defineCarrierKind } from '../../server/carrier/kind.ts';

const idleKind = defineCarrierKind({
  kind: 'idle',
  settings: Type.Object({}),
  create: () => ({
    caps: { unit: 'segment', receipts: true, window: 1 },
    start: () => undefined,
    capacity: () => 0,
    submit: async () => ({
      kind: 'rejected',
      code: 'carrier_failed',
      detail: 'it takes nothing',
      retryable: true,
    }),
    health: () => ({ up: false, detail: 'it takes nothing' }),
    stop: async () => undefined,
  }),
});

/** One of that name; with a sender it is everybody's. */
export const idleCarrier = (name: string, sender: string | null = null): CarrierConfig => ({
  name,
  kind: idleKind,
  priority: 50,
  sender,
  settings: {},
});
