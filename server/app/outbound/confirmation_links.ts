// Links that decide one text without a session, once. Their tokens are kept only as hashes; a newer link takes the place of an older one.
import { createSecret, hashSecret, isWellFormedSecret } from '../../domain/keys/api_key.ts';
import { confirmationPrefix } from '../../domain/messages/confirmation.ts';
import { notFound } from '../../errors.ts';
import type { ConfirmationRow } from '../../store/outbound/confirmations.ts';
import type { AppContext } from '../context.ts';
import { decisionOver, linkGone } from './confirmation_refusals.ts';
import type { Confirmations, PersonsDecision } from './confirmations.ts';

type Context = AppContext<'findConfirmation' | 'findConfirmationByToken' | 'setConfirmationToken'>;

export type ConfirmationLinks = ReturnType<typeof createConfirmationLinks>;

export function createConfirmationLinks({
  store,
  clock,
  publicUrl,
  decide,
}: Pick<Context, 'store' | 'clock'> & { publicUrl: string; decide: Confirmations['decide'] }) {
  const find = async (token: string): Promise<ConfirmationRow & { tokenHash: string }> => {
    const tokenHash = hashSecret(token);
    const isForm = isWellFormedSecret(confirmationPrefix, token);
    const found = isForm ? await store.findConfirmationByToken(tokenHash) : undefined;
    if (!found) throw linkGone();
    return { ...found, tokenHash };
  };

  const isOpen = ({ decidedAtMs, isWaiting, expiresAtMs }: ConfirmationRow) =>
    decidedAtMs === null && isWaiting && expiresAtMs > clock.nowMs();

  return {
    /** Makes a link in place of an older one. Throws `not_found` and `confirmation_over`. */
    async make(accountId: bigint, id: bigint): Promise<{ link: string; expiresAtMs: number }> {
      const token = createSecret(confirmationPrefix);
      const made = await store.setConfirmationToken(accountId, id, hashSecret(token), clock.nowMs());
      if (made)
        return {
          link: `${publicUrl.replace(/\/$/, '')}/confirm-text#token=${token}`,
          expiresAtMs: made.expiresAtMs,
        };
      const found = await store.findConfirmation(accountId, id);
      throw found ? decisionOver(found) : notFound('confirmation');
    },

    /**
     * The text that a link decides. Throws `link_expired`, and `confirmation_over` if there is nothing to decide any
     * more.
     */
    async read(token: string): Promise<ConfirmationRow> {
      const found = await find(token);
      if (!isOpen(found)) throw decisionOver(found);
      return found;
    },

    /** Throws what a person's decision throws, and `link_expired`. */
    async decide(token: string, decision: PersonsDecision): Promise<ConfirmationRow> {
      const { accountId, messageId: id, tokenHash } = await find(token);
      return decide({ accountId, id, decision, personId: null, tokenHash });
    },
  };
}
