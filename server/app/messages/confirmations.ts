// Texts that wait for a person: who has the right to decide is judged before; that one decision wins rests on the statement.
import { every } from '../../../runtime/every.ts';
import { createSecret, hashSecret, isWellFormedSecret } from '../../domain/api_key.ts';
import { confirmationPrefix } from '../../domain/confirmation.ts';
import { quotaMonth } from '../../domain/month.ts';
import { busy, notFound, Refusal } from '../../errors.ts';
import type { ConfirmationRow, Decided, DecisionVerdict } from '../../store/messages/confirmations.ts';
import { takeTurns } from '../batches/turns.ts';
import type { AppContext } from '../context.ts';
import { cutPage, entriesOf } from '../pages.ts';
import { fromNewest } from './feed.ts';

const periodMs = 5_000;
/** Texts that one run ends at most. */
const batch = 500;

type Context = AppContext<
  | 'decideConfirmations'
  | 'findConfirmation'
  | 'findConfirmationByToken'
  | 'listDecidedConfirmations'
  | 'listExpiredConfirmations'
  | 'listWaitingConfirmations'
  | 'setConfirmationToken'
>;

/** What a person says about a text. */
export type PersonsDecision = Exclude<Decided['decision'], 'expired'>;

export type Confirmations = ReturnType<typeof createConfirmations>;

const said = { confirmed: 'confirmed', rejected: 'rejected', expired: 'not confirmed in time' } as const;

/** Why nobody can decide about a text any more. */
function over({ decision, decidedAtMs, expiresAtMs, error, byLink }: ConfirmationRow): Refusal {
  const at = (ms: number) => new Date(ms).toISOString();
  if (decision !== null && decision !== 'withdrawn' && decision !== 'expired')
    return new Refusal(
      'confirmation_over',
      `the text was ${said[decision]} already, ${byLink ? 'by a link, ' : ''}at ${at(decidedAtMs ?? expiresAtMs)}`,
    );
  const reason = error?.split(':')[0] ?? 'confirmation_expired';
  return new Refusal(
    'confirmation_over',
    decision === 'withdrawn' || (error !== null && decision === null)
      ? `the text has ended already (${reason})`
      : `the text could be confirmed until ${at(expiresAtMs)}`,
  );
}

const refusals: Readonly<Partial<Record<DecisionVerdict, () => Refusal>>> = {
  suspended: () => new Refusal('account_suspended', 'the account is suspended: the text goes on waiting'),
  no_plan: () => new Refusal('no_plan', 'the account has no plan: the text goes on waiting'),
  no_subscription: () =>
    new Refusal('no_subscription', 'the account has no live subscription: the text goes on waiting'),
  cap_reached: () => new Refusal('cap_reached', 'the monthly cap is reached: the text goes on waiting'),
  locked: busy,
};

const linkGone = () =>
  new Refusal('link_expired', 'the link is not valid: it is incomplete, or a newer one took its place');

export function createConfirmations({
  store,
  clock,
  tiers,
  publish,
  failpoint,
  publicUrl,
}: Pick<Context, 'store' | 'clock' | 'tiers' | 'publish' | 'failpoint'> & { publicUrl: string }) {
  const plans = tiers.map(({ plan }) => plan);
  const caps = tiers.map(({ textsCap }) => textsCap);
  const run = async (decided: readonly Decided[], atLock: 'wait' | 'skip') => {
    const nowMs = clock.nowMs();
    const context = { nowMs, month: quotaMonth(nowMs).firstDay, plans, caps };
    const rows = await store.decideConfirmations(decided, context, atLock);
    failpoint('confirmation_after_decision');
    publish(
      rows.flatMap(({ seq }, index) =>
        seq === null ? [] : { accountId: (decided[index] as Decided).accountId, seq, queued: false },
      ),
    );
    return rows;
  };

  const decide = async (one: Decided): Promise<ConfirmationRow> => {
    const [row] = await run([one], 'wait');
    const verdict = row?.verdict ?? 'unknown';
    const refusal = refusals[verdict];
    if (refusal) throw refusal();
    const found = await store.findConfirmation(one.accountId, one.id);
    if (verdict === 'unknown' || !found) throw one.tokenHash === null ? notFound('confirmation') : linkGone();
    if (verdict === 'done') return found;
    throw over(found);
  };

  const findByToken = async (token: string): Promise<ConfirmationRow & { tokenHash: string }> => {
    const tokenHash = hashSecret(token);
    const isForm = isWellFormedSecret(confirmationPrefix, token);
    const found = isForm ? await store.findConfirmationByToken(tokenHash) : undefined;
    if (!found) throw linkGone();
    return { ...found, tokenHash };
  };

  const isOpen = ({ decidedAtMs, isWaiting, expiresAtMs }: ConfirmationRow) =>
    decidedAtMs === null && isWaiting && expiresAtMs > clock.nowMs();

  return {
    /** A page: those that wait, oldest first, or those that were decided, newest first. */
    async list(
      accountId: bigint,
      asked: { decided: boolean; keyId?: bigint; limit: number; cursor?: bigint },
    ) {
      const { decided, keyId = null, limit, cursor } = asked;
      const most = entriesOf(limit);
      const found = decided
        ? await store.listDecidedConfirmations(accountId, keyId, cursor ?? fromNewest, most + 1)
        : await store.listWaitingConfirmations(accountId, keyId, cursor ?? 0n, most + 1);
      const { rows, last } = cutPage(found, most);
      return { rows, nextCursor: last?.messageId };
    },

    /** Throws `not_found`, `confirmation_over` where another decision won, and what keeps the account from sending now. */
    decide: (accountId: bigint, id: bigint, decision: PersonsDecision, personId: bigint | null) =>
      decide({ accountId, id, decision, personId, tokenHash: null }),

    /** Makes a link in place of an older one. Throws `not_found` and `confirmation_over`. */
    async makeLink(accountId: bigint, id: bigint): Promise<{ link: string; expiresAtMs: number }> {
      const token = createSecret(confirmationPrefix);
      const made = await store.setConfirmationToken(accountId, id, hashSecret(token), clock.nowMs());
      if (made)
        return {
          link: `${publicUrl.replace(/\/$/, '')}/confirm-text#token=${token}`,
          expiresAtMs: made.expiresAtMs,
        };
      const found = await store.findConfirmation(accountId, id);
      throw found ? over(found) : notFound('confirmation');
    },

    /** What a link decides. Throws `link_expired`, and `confirmation_over` where nothing is to be decided. */
    async readLink(token: string): Promise<ConfirmationRow> {
      const found = await findByToken(token);
      if (!isOpen(found)) throw over(found);
      return found;
    },

    /** Throws what `decide` throws, and `link_expired`. */
    async decideByLink(token: string, decision: PersonsDecision): Promise<ConfirmationRow> {
      const { accountId, messageId: id, tokenHash } = await findByToken(token);
      return decide({ accountId, id, decision, personId: null, tokenHash });
    },

    /** Ends those that nobody confirmed in time; returns how many rows that were. */
    expire: () =>
      takeTurns(async (without) => {
        const found = await store.listExpiredConfirmations(clock.nowMs(), batch, without);
        const asked = found.map((one) => ({
          ...one,
          ...{ decision: 'expired' as const, personId: null, tokenHash: null },
        }));
        const rows = asked.length > 0 ? await run(asked, 'skip') : [];
        const moved = new Map(found.map(({ accountId }) => [accountId, 0]));
        for (const [index, { verdict }] of rows.entries()) {
          const { accountId } = asked[index] as Decided;
          if (verdict !== 'locked') moved.set(accountId, (moved.get(accountId) ?? 0) + 1);
        }
        return { isFull: found.length >= batch, moved };
      }),
  };
}

/** Starts ending what nobody confirmed in time, every 5 seconds; the answers to people do not rest on it. */
export const startExpiry = ({ expire }: Confirmations, { clock, log }: Pick<Context, 'clock' | 'log'>) =>
  every({
    clock,
    periodMs,
    work: async () => void (await expire()),
    onError: (error) =>
      log.warn(
        { error: (error as Error).message },
        'confirmations could not be ended; the next round does it',
      ),
  });
