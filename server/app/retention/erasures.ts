// Requests to erase a recipient or a whole account, and the list of them.
import { recipientForms } from '../../domain/numbers/recipient_forms.ts';
import { invalidRequest, unavailable } from '../../errors.ts';
import { type Erasure, maxOpenErasures } from '../../store/retention/erasures.ts';
import type { AppContext } from '../context.ts';
import { fromNewest } from '../messages/feed.ts';
import { checkName } from '../names.ts';
import { threadNameOf } from '../outbound/outbound_text.ts';
import { readPage } from '../pages.ts';
import { findAccount } from '../plans/plan_rules.ts';

/** Who asks. Null for the operator's command line. */
export type ErasureAsker = { userId: bigint } | null;

export type Erasures = ReturnType<typeof createErasures>;

export interface ErasuresOptions
  extends Pick<
    AppContext<
      | 'askToEraseAccount'
      | 'askToEraseRecipient'
      | 'findAccount'
      | 'findUser'
      | 'listCountries'
      | 'listErasures'
    >,
    'store' | 'clock'
  > {
  /** Called with each request that was stored. */
  onAsked: (erasure: Erasure) => void;
  /** Sees to it that nobody pays for the account any more, or throws a Refusal. Left out without a payment provider. */
  endPayments?: ((accountId: bigint) => Promise<void>) | undefined;
}

/** Each action throws `not_found` for an unknown account. */
export function createErasures({ store, clock, onAsked, endPayments }: ErasuresOptions) {
  const requestOf = async (accountId: bigint, asker: ErasureAsker, note: string) => {
    checkName('note', note, 0);
    const user = asker && (await store.findUser(asker.userId));
    return {
      ...{ accountId, note, nowMs: clock.nowMs(), userId: asker?.userId ?? null },
      askedBy: user ? `${user.name} <${user.email}>` : 'the operator',
    };
  };

  return {
    /** Stores the request, which is then done within minutes. A number or a name that texts came from. Throws `invalid_request`. */
    async askForRecipient(
      accountId: bigint,
      asker: ErasureAsker,
      typed: string,
      note: string,
    ): Promise<Erasure> {
      if (typed === '') throw invalidRequest('address is required');
      if (typed.includes('\u0000')) throw invalidRequest('address must not have U+0000');
      await findAccount(store, accountId);
      const address = await threadNameOf(typed, accountId, store);
      const request = await requestOf(accountId, asker, note);
      const asked = await store.askToEraseRecipient(request, recipientForms(address));
      if (!asked) throw invalidRequest(`an account may have at most ${maxOpenErasures} erasures under way`);
      onAsked(asked);
      return asked;
    },

    /** Ends the account at once, and erases all of it. `name` is the account's, so that no other is meant. Throws `invalid_request`. */
    async askForAccount(
      accountId: bigint,
      asker: ErasureAsker,
      name: string,
      note: string,
    ): Promise<Erasure> {
      const account = await findAccount(store, accountId);
      if (account.name !== name) throw invalidRequest('name must be the name of the account');
      await endPayments?.(accountId);
      const asked = await store.askToEraseAccount(await requestOf(accountId, asker, note));
      // Paid, or begun to be paid, since then.
      if (!asked) throw unavailable('a payment of the account is under way; try again shortly');
      onAsked(asked);
      return asked;
    },

    /** A page, newest first; it is there also when the account is not any more. */
    async list(accountId: bigint, { limit, cursor }: { limit: number; cursor: bigint | undefined }) {
      const { rows, last } = await readPage(limit, (most) =>
        store.listErasures(accountId, cursor ?? fromNewest, most),
      );
      return { erasures: rows, nextCursor: last?.id };
    },
  };
}
