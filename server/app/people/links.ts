// Links that make somebody a person of the service. A link's token stands behind the "#", which browsers send nowhere,
// so that it is in no log; here it is kept as a hash only.
import type { Clock } from '../../../runtime/clock.ts';
import { createRandomId, createSecret, hashSecret } from '../../domain/api_key.ts';
import { linkPrefix } from '../../domain/person.ts';
import type { Role } from '../../domain/role.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { InvitationRow } from '../../store/people/links.ts';
import type { Store } from '../../store/store.ts';
import { readEmail } from './sign_up.ts';

/** How long links are valid, in milliseconds. */
const invitationLifeMs = 7 * 24 * 3_600_000;
const firstLinkLifeMs = 24 * 3_600_000;
/** Most open invitations of one account. */
const mostInvitations = 100;

/** An invitation with its link, which is shown this once. */
export interface SentInvitation {
  invitation: InvitationRow;
  link: string;
}

export type Links = ReturnType<typeof createLinks>;

interface LinksOptions {
  store: Pick<Store, 'insertFirstLink' | 'insertInvitation' | 'insertResetLink' | 'listInvitations'>;
  clock: Clock;
  /** Where browsers reach the gateway. */
  publicUrl: string;
  /** Called with each invitation and its link. */
  onInvitation: (email: string, link: string) => void;
}

/** Binds the making of links to the store. */
export function createLinks({ store, clock, publicUrl, onInvitation }: LinksOptions) {
  const make = (lifeMs: number) => {
    const token = createSecret(linkPrefix);
    const nowMs = clock.nowMs();
    return {
      row: { id: createRandomId(), tokenHash: hashSecret(token), nowMs, expiresAtMs: nowMs + lifeMs },
      link: `${publicUrl.replace(/\/$/, '')}/sign-up#token=${token}`,
    };
  };
  return {
    listInvitations: (accountId: bigint): Promise<InvitationRow[]> =>
      store.listInvitations(accountId, clock.nowMs(), mostInvitations),

    /**
     * Invites somebody, in place of an open invitation of the same e-mail address. Throws `already_exists` for a
     * member, `not_found` for an unknown account, and `invalid_request` where 100 invitations are open.
     */
    async invite(accountId: bigint, typed: string, role: Role): Promise<SentInvitation> {
      const email = readEmail(typed);
      const { row, link } = make(invitationLifeMs);
      const outcome = await store.insertInvitation({ ...row, accountId, email, role }, mostInvitations);
      if (outcome === 'no_account') throw notFound('account');
      if (outcome === 'is_member')
        throw new Refusal('already_exists', 'this person is in the account already');
      if (outcome === 'full')
        throw invalidRequest(`an account has ${mostInvitations} open invitations at most`);
      onInvitation(email, link);
      const { id, nowMs, expiresAtMs } = row;
      return { invitation: { id, email, role, createdAtMs: nowMs, expiresAtMs }, link };
    },

    /** The link of the first person, who runs the service, and owns the account; older ones are void. Null once there is one. */
    async first(accountId: bigint | null): Promise<string | null> {
      const { row, link } = make(firstLinkLifeMs);
      return (await store.insertFirstLink(row, accountId)) ? link : null;
    },

    /** A new start for somebody who has lost what they sign in with. Throws `not_found`. */
    async reset(typed: string): Promise<string> {
      const { row, link } = make(firstLinkLifeMs);
      if (!(await store.insertResetLink(row, readEmail(typed)))) throw notFound('person');
      return link;
    },
  };
}
