// A person's settings of the inbox, and an account's rules for it.
import type { Clock } from '../../../runtime/clock.ts';
import type { Digest } from '../../domain/users/digest.ts';
import { invalidRequest, notFound } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { InboxSettings } from '../../store/users/inbox_settings.ts';

/** The defaults, for people who have set nothing. */
const usual: InboxSettings = { enterSends: false, digest: 'never', digestZone: 'UTC' };

/** Longer than any name of a zone. */
const maxZoneLength = 64;

/** Whether mails can be written in it. */
function isKnownHere(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

interface InboxSettingsOptions {
  store: Pick<
    Store,
    'findInboxRules' | 'findInboxSettings' | 'putInboxRules' | 'putInboxSettings' | 'setDigest'
  >;
  clock: Clock;
  /** Whether the service has a mail server. */
  sendsMail: boolean;
}

/** Each action throws a Refusal. */
export function createInboxSettings({ store, clock, sendsMail }: InboxSettingsOptions) {
  const find = async (userId: bigint) => (await store.findInboxSettings(userId)) ?? usual;
  return {
    find,

    setEnter: async (userId: bigint, enterSends: boolean) =>
      (await store.putInboxSettings(userId, enterSends)) ?? usual,

    /** How often a mail brings new replies, and the zone of the mornings. */
    async setDigest(userId: bigint, digest: Digest, zone: string): Promise<InboxSettings> {
      if (digest !== 'never' && !sendsMail)
        throw invalidRequest('mail is not served here: the service has no mail server');
      const isNamed = zone.length <= maxZoneLength && !zone.includes('\u0000') && isKnownHere(zone);
      const wrong = isNamed ? await store.setDigest(userId, { digest, zone }, clock.nowMs()) : 'zone';
      if (wrong === 'zone')
        throw invalidRequest('time_zone must be a name of the IANA database, like Europe/Berlin');
      if (wrong === 'unverified')
        throw invalidRequest('confirm your e-mail address first: mails hold what people wrote');
      return find(userId);
    },

    rulesOf: async (accountId: bigint) => (await store.findInboxRules(accountId)) ?? { mailsWords: true },

    /** Throws `not_found`. */
    async setRules(accountId: bigint, mailsWords: boolean): Promise<void> {
      if (!(await store.putInboxRules(accountId, mailsWords))) throw notFound('account');
    },
  };
}
