// The texts of a thread: what the service has, and what is on its way there.
import { Badge, Button } from '@mantine/core';
import type { Message } from '../../api/types.ts';
import { clockTime, Instant } from '../../ui/instant.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { failureOf, leavesAt, statusOf, wordsOfStatus } from '../../ui/text_status.tsx';
import { remedies } from '../overview/can_send.ts';
import { discard, type Outgoing, sendAgain } from './outbox.ts';

/** The keyword that a received text was. */
const keywordWords = {
  stop: 'Opted out by this text',
  start: 'Wants texts again',
  help: 'Asks for help',
  maybe_stop: 'May want no more texts: nothing was done',
} as const;

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
              {leaves === null ? wordsOfStatus(message) : 'Leaves'}
            </AccountLink>
            {leaves !== null && (
              <>
                {' '}
                <Instant at={leaves} />
              </>
            )}
          </>
        )}
      </p>
      {message.keyword && (
        <Badge variant="light" color={message.keyword === 'maybe_stop' ? 'yellow.9' : 'gray'} tt="none">
          {keywordWords[message.keyword]}
        </Badge>
      )}
      {failure !== null && <p className="bubble-why">{failure}</p>}
    </li>
  );
}

/** The state of a text that the service does not have yet, in words. */
export const outgoingWords = {
  sending: 'Sending',
  waiting: 'Waits for the service',
  refused: 'Not sent',
} as const;

interface OutgoingBubbleProps {
  text: Outgoing;
  account: number;
  /** Whether it says who it is for. */
  hasAddress?: boolean;
}

export function OutgoingBubble({ text, account, hasAddress = false }: OutgoingBubbleProps) {
  const remedy = remedies[text.code ?? ''];
  return (
    <li className="bubble bubble-own bubble-pending">
      <p className="bubble-body">{text.body}</p>
      <p className="bubble-foot">
        {hasAddress && <span className="number">{text.address} · </span>}
        {outgoingWords[text.state]}
      </p>
      {text.state === 'refused' && (
        <div className="bubble-why" role="alert">
          <p>{text.error}</p>
          {remedy && <AccountLink to={`/${remedy.path}`}>{remedy.label}</AccountLink>}
          <Button size="compact-sm" variant="default" onClick={() => sendAgain(account, text)}>
            Try again
          </Button>
          <Button size="compact-sm" variant="subtle" color="red.9" onClick={() => discard(account, text.ref)}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}
