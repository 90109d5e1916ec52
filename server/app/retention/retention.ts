// How long an account's texts are kept, as its owner and the operator read and change it.
import { type KeptKind, keptKinds, wrongDays } from '../../domain/retention/retention.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { RetentionDays } from '../../store/retention/retention_days.ts';
import type { Store } from '../../store/store.ts';

export type RetentionOf = ReturnType<typeof createRetention>;

const fieldOf = { texts: 'textsDays', words: 'wordsDays', logs: 'logsDays' } as const satisfies Record<
  KeptKind,
  keyof RetentionDays
>;

/** Each action throws `not_found` for an unknown account. */
export function createRetention(
  store: Pick<Store, 'findRetentionDays' | 'setRetentionDays'>,
  usual: RetentionDays,
) {
  return {
    /** The account's own days, and the ones that hold where it has none. */
    async read(accountId: bigint): Promise<{ own: RetentionDays; usual: RetentionDays }> {
      const own = await store.findRetentionDays(accountId);
      if (!own) throw notFound('account');
      return { own, usual };
    },

    /** Replaces the account's own days. Throws `invalid_request` for too few or too many. */
    async set(accountId: bigint, own: RetentionDays): Promise<{ own: RetentionDays; usual: RetentionDays }> {
      for (const kind of keptKinds) {
        const field = `${kind}_days`;
        const days = own[fieldOf[kind]];
        const wrong = days === null ? undefined : wrongDays(kind, days);
        if (wrong !== undefined) throw invalidRequest(`${field} ${wrong}`);
      }
      if (!(await store.setRetentionDays(accountId, own))) throw notFound('account');
      return { own, usual };
    },
  };
}
