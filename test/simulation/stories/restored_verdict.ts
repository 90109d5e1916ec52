// What must hold after a restore, whatever the order was, as one account sees it.
import type { Story } from './story.ts';
import type { Submitted } from './story_phone.ts';
import { isOfStory, nameByCarrier, type Stored } from './verdict.ts';

/** The events of a story at which the copy was made, at which it took the database's place, and at which held texts were let go. */
export interface Eras {
  cutAt: number;
  restoredAt: number;
  releasedAt: number;
}

/** The sentences that are broken; none where all is well. */
export function restoredBreachesOf(
  story: Story,
  stored: readonly Stored[],
  held: readonly string[],
): string[] {
  nameByCarrier(story, stored);
  return [
    ...leftTwice(story, held),
    ...leftByItself(story, held),
    ...againstWishes(story),
    ...lost(story, stored),
    ...unended(stored),
    ...unread(story, stored),
    ...(story.webhook?.breaches(stored) ?? []),
  ];
}

const nameOf = ({ address, body }: Submitted) => `${address} ${body}`;

/** The names that are in a ledger more often than they may be. */
function repeatedIn(ledger: readonly Submitted[], most: (name: string) => number): string[] {
  const times = new Map<string, number>();
  for (const text of ledger.filter(({ body }) => isOfStory(body)))
    times.set(nameOf(text), (times.get(nameOf(text)) ?? 0) + 1);
  return [...times].flatMap(([name, count]) => (count > most(name) ? [`${name} left ${count} times`] : []));
}

/**
 * Nothing leaves twice, but where the operator let it go, by a carrier or another phone: only the phone that sent it knows that it had left.
 */
const leftTwice = ({ ledger, phones }: Story, held: readonly string[]): string[] => [
  ...repeatedIn(ledger, (name) => (held.includes(name) ? 2 : 1)),
  ...phones.flatMap((phone) => repeatedIn(phone.ledger, () => 1)),
];

/** Of what is held only what a phone was given before leaves before it is let go. */
function leftByItself(
  { ledger, eras: { restoredAt, releasedAt } }: Story,
  held: readonly string[],
): string[] {
  return ledger
    .filter(({ handedAt }) => handedAt > restoredAt && handedAt < releasedAt)
    .filter(({ address, body }) => held.includes(`${address} ${body}`))
    .map(({ body }) => `${body} left though it is held`);
}

/** What the account was answered before the copy was made holds for ever. */
function againstWishes({ ledger, stopped, cancelled, acknowledged, eras: { cutAt } }: Story): string[] {
  return ledger.flatMap(({ address, body, handedAt }) => {
    const stop = isOfStory(body) ? stopped.get(address) : undefined;
    const own = acknowledged.find(({ clientRef }) => clientRef === body);
    const cancelledAt = own && cancelled.get(own.id);
    return [
      ...(stop !== undefined && stop < cutAt && handedAt > stop
        ? [`${body} was handed over after the stop at ${stop}`]
        : []),
      ...(cancelledAt !== undefined && cancelledAt < cutAt ? [`${body} left though it was cancelled`] : []),
    ];
  });
}

function lost(
  { acknowledged, erasures, eras: { cutAt, restoredAt } }: Story,
  stored: readonly Stored[],
): string[] {
  return acknowledged
    .filter(
      ({ event, address }) =>
        (event < cutAt || event > restoredAt) && !erasures.some((each) => each.address === address),
    )
    .filter(({ id, clientRef }) => !stored.some((row) => row.id === id && row.client_ref === clientRef))
    .map(({ clientRef }) => `${clientRef}, which was acknowledged, is not stored`);
}

/** Nothing stays under way. What had been sent may stay so, because its receipt may have been lost. */
const unended = (stored: readonly Stored[]) =>
  stored
    .filter(({ direction, status }) => direction === 'out' && ['queued', 'sending'].includes(status))
    .map(({ id, status }) => `the text ${id} stays ${status}`);

/** A reader comes to see each text as it is. */
function unread({ seen }: Story, stored: readonly Stored[]): string[] {
  const last = new Map(seen.map(({ id, seq }) => [id, seq]));
  return stored
    .filter(({ id, seq }) => last.get(id) !== seq)
    .map(({ id, seq }) => `the feed lacks the text ${id} at ${seq}`);
}
