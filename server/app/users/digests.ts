// Mails that show people the conversations with something new for them. Every core looks for people who are due, and
// one core takes each of them. A mail that the server did not take is tried again. A mail that the server took just
// before a core died may come again, with the same Message-ID.
import { createHash } from 'node:crypto';
import { every } from '../../../runtime/every.ts';
import type { Log } from '../../../runtime/log.ts';
import type { Language } from '../../domain/users/language.ts';
import type { UnreadThread } from '../../store/conversations/threads.ts';
import type { DigestAccount, DueDigest } from '../../store/users/digests.ts';
import type { AppContext } from '../context.ts';
import { fromNewest } from '../messages/feed.ts';
import type { DigestNews } from './mail/en.ts';
import type { Mailer } from './mail/mailer.ts';
import { mailWords } from './mail/mails.ts';

const periodMs = 5_000;
/** Most people of one round. */
const mostPeople = 10;
/** How long a core keeps a person to itself, in milliseconds: after that a mail that was not taken is tried again. */
const heldMs = 5 * 60_000;
/**
 * Most accounts of a person that a mail looks into, and most conversations of an account that are found, and that are
 * shown.
 */
const most = { accounts: 100, found: 100, shown: 20 };
/** Characters of a text that a mail holds. */
const mostCharacters = 200;

interface DigestsOptions
  extends Pick<
    AppContext<'claimDigests' | 'concludeDigest' | 'findContactsOf' | 'listDigestAccounts' | 'listNeeding'>,
    'store' | 'clock' | 'failpoint'
  > {
  log: Log;
  publicUrl: string;
  mailer: Pick<Mailer, 'hand'>;
  /** For people who have set none. */
  language: Language;
}

/** What is new for somebody in one account, newest first. */
interface News {
  account: DigestAccount;
  threads: UnreadThread[];
}

const newestOf = ({ threads }: News) => threads[0]?.lastMessage.id ?? 0n;

/** On one line, and not too long. */
function shortened(body: string): string {
  const characters = [...body.replace(/\s+/g, ' ').trim()];
  return characters.length > mostCharacters
    ? `${characters.slice(0, mostCharacters).join('')}…`
    : characters.join('');
}

/**
 * Reads what is new: conversations that are neither answered nor done, and that the person has neither read nor got in
 * a mail.
 */
function createReadNews(store: DigestsOptions['store']) {
  const readOf = async ({ userId, sinceMs }: DueDigest, account: DigestAccount): Promise<News> => {
    const from = Math.max(sinceMs, account.joinedAtMs);
    const { threads } = await store.listNeeding(
      { accountId: account.id, userId },
      'mine',
      fromNewest,
      most.found,
    );
    const isNew = ({ unread, lastMessage: { id, createdAtMs } }: UnreadThread) =>
      unread > 0 && id > account.shownId && createdAtMs >= from;
    return { account, threads: threads.filter(isNew) };
  };
  return async (due: DueDigest): Promise<News[]> => {
    if (!due.isVerified) return [];
    const accounts = await store.listDigestAccounts(due.userId, most.accounts);
    const news: News[] = [];
    for (const account of accounts) news.push(await readOf(due, account));
    return news.filter(({ threads }) => threads.length > 0);
  };
}

/** Writes the mail. */
function createWrite({ store, publicUrl, language }: DigestsOptions) {
  const showIn = async ({ account, threads }: News): Promise<DigestNews['accounts'][number]> => {
    const shown = threads.slice(0, most.shown);
    const contacts = await store.findContactsOf(
      account.id,
      shown.map(({ addressNorm }) => addressNorm),
    );
    const names = new Map(contacts.map(({ addressNorm, name }) => [addressNorm, name]));
    return {
      name: account.name,
      more: threads.length - shown.length,
      conversations: shown.map(({ addressNorm, unread, lastMessage }) => {
        const name = names.get(addressNorm);
        return {
          who: name === undefined ? addressNorm : `${name} (${addressNorm})`,
          unread,
          atMs: lastMessage.createdAtMs,
          words: account.mailsWords ? shortened(lastMessage.body) : null,
          link: `${publicUrl}/accounts/${account.id}/threads/${encodeURIComponent(addressNorm)}`,
        };
      }),
    };
  };
  return async (due: DueDigest, news: readonly News[]) => {
    const accounts = [];
    for (const one of news) accounts.push(await showIn(one));
    const facts = [due.userId, ...news.flatMap((one) => [one.account.id, newestOf(one)])].join(' ');
    const name = createHash('sha256').update(facts).digest('hex').slice(0, 32);
    return {
      to: due.email,
      messageId: `<${name}@${new URL(publicUrl).hostname}>`,
      ...mailWords[due.language ?? language].digest({
        accounts,
        zone: due.zone,
        isHourly: due.digest === 'hourly',
        settings: `${publicUrl}/me`,
      }),
    };
  };
}

/** Starts looking at once, and every 5 seconds. */
export function startDigests(options: DigestsOptions): { stop(): void } {
  const { store, clock, log, failpoint, mailer } = options;
  const readNews = createReadNews(store);
  const write = createWrite(options);
  const mailOne = async (due: DueDigest): Promise<void> => {
    failpoint('digest_after_claim');
    const news = await readNews(due);
    if (news.length > 0) {
      await mailer.hand(await write(due, news));
      failpoint('digest_after_mail');
    }
    const shown = news.map((one) => ({ accountId: one.account.id, lastMessageId: newestOf(one) }));
    await store.concludeDigest(due, shown, clock.nowMs());
  };
  const rounds = every({
    clock,
    periodMs,
    async work() {
      const nowMs = Math.floor(clock.nowMs());
      const due = await store.claimDigests(nowMs, nowMs + heldMs, mostPeople);
      const results = await Promise.allSettled(due.map(mailOne));
      // What the mail server says may hold the recipient.
      if (results.some(({ status }) => status === 'rejected'))
        log.warn('a mail with new replies was not handed in; it is tried again in some minutes');
    },
    onError: () => log.warn('who is due for a mail with new replies was not found; the next round does'),
  });
  void rounds.now();
  return { stop: () => void rounds.stop() };
}
