// The texts of a thread: what the service has, and what is on its way there.
import { Badge, Button } from '@mantine/core';
import type { Message } from '../../api/types.ts';
import { clockTime, Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { failureOf, leavesAt, statusOf, wordsOfStatus } from '../../ui/text_status.tsx';
import { often } from '../../words/en/often.ts';
import { threads as say } from '../../words/en/threads.ts';
import { Say } from '../../words/say.tsx';
import { remedyOf } from '../overview/can_send.ts';
import { discard, type Outgoing, sendAgain } from './outbox.ts';

export function Bubble({ message }: { message: Message }) {
  const isOwn = message.direction === 'out';
  const failure = failureOf(message);
  const leaves = leavesAt(message);
  return (
    <li className={isOwn ? 'bubble bubble-own' : 'bubble'}>
      <p className="bubble-body">{message.body}</p>
      <p className="bubble-foot">
        <Instant at={message.created_at} as={clockTime} />
        {isOwn && (
          <>
            {' · '}
            <AccountLink
              to={`/texts/${message.id}`}
              className={statusOf(message) === 'failed' ? 'bubble-bad' : undefined}
            >
              {leaves === null ? (
                wordsOfStatus(message)
              ) : (
                <Say words={say.leavesAt} parts={{ at: <Instant at={leaves} /> }} />
              )}
            </AccountLink>
          </>
        )}
      </p>
      {message.keyword && (
        <Badge variant="light" color={message.keyword === 'maybe_stop' ? 'yellow.9' : 'gray'} tt="none">
          {say.keywords[message.keyword]}
        </Badge>
      )}
      {failure !== null && <p className="bubble-why">{failure}</p>}
    </li>
  );
}

interface OutgoingBubbleProps {
  text: Outgoing;
  account: number;
  /** Whether it says who it is for. */
  hasAddress?: boolean;
}

export function OutgoingBubble({ text, account, hasAddress = false }: OutgoingBubbleProps) {
  const remedy = remedyOf(text.code ?? '');
  return (
    <li className="bubble bubble-own bubble-pending">
      <p className="bubble-body">{text.body}</p>
      <p className="bubble-foot">
        {hasAddress && <span className="number">{text.address} · </span>}
        {say.outgoing[text.state]}
      </p>
      {text.state === 'refused' && (
        <div className="bubble-why" role="alert">
          <p>{text.error}</p>
          {remedy && <AccountLink to={`/${remedy.path}`}>{remedy.label}</AccountLink>}
          <Button size="compact-sm" variant="default" onClick={() => sendAgain(account, text)}>
            {often.tryAgain}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red.9" onClick={() => discard(account, text.ref)}>
            {say.discard}
          </Button>
        </div>
      )}
    </li>
  );
}
