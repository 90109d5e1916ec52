// The kinds of carriers that a carriers file may name.
import { httpKind } from './http/http_kind.ts';
import type { CarrierKind } from './kind.ts';
import { simulatedKind } from './simulated/simulated.ts';
import { smppKind } from './smpp/smpp_kind.ts';

/** All of them. */
export const carrierKinds: readonly CarrierKind[] = [smppKind, httpKind, simulatedKind];
