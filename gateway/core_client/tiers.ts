// The tiers on offer, kept for a moment: /tiers needs no key, and a flood of it must not become a flood of the core.
import type { Tier } from '../../proto/gen/textrelay/v1/account_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Ask } from './ask.ts';

const freshMs = 1_000;

/** A function that returns the tiers, at most a second old; simultaneous callers share one RPC. */
export function createTiers(ask: Ask, clock: Clock): () => Promise<Tier[]> {
  let current: Promise<Tier[]> | undefined;
  let freshUntilMs = 0;
  return () => {
    if (current && clock.nowMs() < freshUntilMs) return current;
    const asked = ask(AccountService.method.listTiers, {}).then(({ tiers }) => tiers);
    current = asked;
    // While the core is being asked, the answer counts as fresh, however long that takes.
    freshUntilMs = Number.POSITIVE_INFINITY;
    asked.then(
      () => {
        freshUntilMs = clock.nowMs() + freshMs;
      },
      () => {
        current = undefined;
      },
    );
    return asked;
  };
}
