// One thread, live.
import { Alert, Button } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useAccountId, useRole } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { useContact } from '../../api/contacts.ts';
import type { Message } from '../../api/types.ts';
import { Icon } from '../../ui/icons.tsx';
import { dateOf, Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { ViewerNote } from '../../ui/only_members.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Pending } from '../../ui/state.tsx';
import { often } from '../../words/en/often.ts';
import { threads as say } from '../../words/en/threads.ts';
import { Say } from '../../words/say.tsx';
import { optOutsKey, optOutsQuery } from '../opt_outs/opt_out_queries.ts';
import { Bubble, OutgoingBubble } from './bubbles.tsx';
import { Composer } from './composer.tsx';
import { Decisions } from './decisions.tsx';
import { NameButton } from './name_button.tsx';
import { Notes } from './notes.tsx';
import { type Outgoing, outgoingOf, send, subscribe } from './outbox.ts';
import { threadQuery } from './queries.ts';
import { useSayWriting, Writers } from './writers.tsx';

interface OptedOutProps {
  account: number;
  address: string;
  /** The newest text's id: a new one may have been a keyword. */
  newest: number | undefined;
}

/** Above a thread whose recipient wants no texts. */
function OptedOut({ account, address, newest }: OptedOutProps) {
  const client = useQueryClient();
  const { data } = useInfiniteQuery(optOutsQuery(account, address));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text may have changed it
  useEffect(() => {
    void client.invalidateQueries({ queryKey: optOutsKey(account) });
  }, [client, account, newest]);
  const optOut = data?.[0];
  if (!optOut) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="warning" />} role="status">
      <Say words={say.optedOut} parts={{ at: <Instant at={optOut.since} as={dateOf} /> }} />{' '}
      <AccountLink to="/opt-outs">{often.optOuts}</AccountLink>
    </Alert>
  );
}

/** Remembers for the reader that everything up to the newest received text was seen. */
function useMarkRead(account: number, address: string, messages: readonly Message[]): void {
  const client = useQueryClient();
  const newest = messages.findLast(({ direction }) => direction === 'in')?.id;
  useEffect(() => {
    if (newest === undefined) return undefined;
    const mark = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', mark);
      ask('PUT /threads/{address}/read', { account, path: { address }, body: { last_message_id: newest } })
        .then(() => client.invalidateQueries({ queryKey: ['account', account, 'threads'] }))
        .catch(() => undefined);
    };
    document.addEventListener('visibilitychange', mark);
    mark();
    return () => document.removeEventListener('visibilitychange', mark);
  }, [account, address, newest, client]);
}

/** Keeps the newest text in sight, unless the reader went up to older ones. */
function useStickToEnd(last: string) {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new text moves the end
  useLayoutEffect(() => {
    const place = list.current;
    if (place && isAtEnd.current) place.scrollTop = place.scrollHeight;
  }, [last]);
  const onScroll = () => {
    const place = list.current;
    if (place) isAtEnd.current = place.scrollHeight - place.scrollTop - place.clientHeight < 80;
  };
  return { list, onScroll };
}

interface Entry {
  key: string;
  day: string;
  message?: Message;
  outgoing?: Outgoing;
}

function entriesOf(messages: readonly Message[], outgoing: readonly Outgoing[]): Entry[] {
  const known = new Set(messages.map(({ client_ref }) => client_ref));
  return [
    ...messages.map((message) => ({
      key: message.client_ref ?? String(message.id),
      day: dateOf(message.created_at),
      message,
    })),
    ...outgoing
      .filter(({ ref }) => !known.has(ref))
      .map((text) => ({ key: text.ref, day: dateOf(text.at), outgoing: text })),
  ];
}

const Entries = ({ entries, account }: { entries: readonly Entry[]; account: number }) => (
  <ol>
    {entries.flatMap(({ key, day, message, outgoing }, index) => [
      ...(day === entries[index - 1]?.day
        ? []
        : [
            <li key={`day ${day}`} className="chat-day">
              {day}
            </li>,
          ]),
      message ? (
        <Bubble key={key} message={message} />
      ) : (
        outgoing && <OutgoingBubble key={key} text={outgoing} account={account} />
      ),
    ])}
  </ol>
);

export function ChatPage() {
  const account = useAccountId();
  const { address = '' } = useParams({ strict: false }) as { address?: string };
  const contact = useContact(account, address);
  const heading = useTitle(contact?.name ?? address);
  const { canSend } = useRole();
  const query = useInfiniteQuery(threadQuery(account, address));
  const texts = useSyncExternalStore(subscribe, () => outgoingOf(account));
  const messages = (query.data ?? []).toReversed();
  const entries = entriesOf(
    messages,
    texts.filter((text) => text.address === address),
  );
  useMarkRead(account, address, messages);
  const sayWriting = useSayWriting({ account, address });
  const { list, onScroll } = useStickToEnd(`${address} ${entries.at(-1)?.key ?? ''}`);
  return (
    <section className="chat" aria-labelledby="chat-title">
      <header className="chat-head">
        <AccountLink to="/threads" className="chat-back" aria-label={say.all}>
          <Icon name="back" size={20} />
        </AccountLink>
        <div className="chat-who">
          <h1 id="chat-title" ref={heading} tabIndex={-1} className={contact ? undefined : 'number'}>
            {contact?.name ?? address}
          </h1>
          {contact && <span className="quiet number">{address}</span>}
        </div>
        <NameButton account={account} address={address} contact={contact} />
        <Decisions account={account} address={address} messages={messages} />
        <AccountLink to={`/texts?address=${encodeURIComponent(address)}`}>{say.inLog}</AccountLink>
      </header>
      <OptedOut account={account} address={address} newest={messages.at(-1)?.id} />
      <div
        className="chat-list"
        ref={list}
        onScroll={onScroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        role="log"
        aria-label={say.texts}
      >
        {query.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {say.earlier}
          </Button>
        )}
        <Pending of={query} />
        {query.data && entries.length === 0 && <p className="quiet chat-none">{say.noText}</p>}
        <Entries entries={entries} account={account} />
      </div>
      {messages.length > 0 && <Notes key={`notes ${address}`} account={account} address={address} />}
      <Writers account={account} address={address} />
      {canSend ? (
        <Composer
          // Another thread begins as usual again.
          key={address}
          name={`${account}-${address}`}
          account={account}
          onWrite={sayWriting}
          onSend={(body, how) => send(account, { address, body, ...how })}
        />
      ) : (
        <div className="composer">
          <ViewerNote />
        </div>
      )}
    </section>
  );
}
