// The texts of a conversation: what the service has, and what is on its way there.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Message } from '../../api/types.ts';
import { clockTime, Instant } from '../../ui/instant.tsx';
import { AppLink } from '../../ui/link.tsx';
import { failureOf, statusWords } from '../../ui/text_status.tsx';
import { discard, type Outgoing, sendAgain } from './outbox.ts';

export function Bubble({ message, account }: { message: Message; account: number }) {
  const isOwn = message.direction === 'out';
  const failure = failureOf(message);
  return (
    <li className={isOwn ? 'bubble bubble-own' : 'bubble'}>
      <p className="bubble-body">{message.body}</p>
      <p className="bubble-foot">
        <Instant at={message.created_at} as={clockTime} />
        {isOwn && (
          <>
            {' · '}
            <AppLink
              to={`/accounts/${account}/texts/${message.id}`}
              className={message.status === 'failed' ? 'bubble-bad' : undefined}
            >
              {statusWords(message.status)}
            </AppLink>
          </>
        )}
      </p>
      {failure !== null && <p className="bubble-why">{failure}</p>}
    </li>
  );
}

/** What is done about a refusal that the text itself is not the reason of. */
const remedies: Record<string, { label: string; path: string }> = {
  no_plan: { label: 'Choose a plan', path: 'plan' },
  no_subscription: { label: 'Renew the plan', path: 'plan' },
  cap_reached: { label: 'See larger plans', path: 'plan' },
  no_route: { label: 'Pair a phone', path: 'devices' },
};

export function OutgoingBubble({ text, account }: { text: Outgoing; account: number }) {
  const remedy = remedies[text.code ?? ''];
  return (
    <li className="bubble bubble-own bubble-pending">
      <p className="bubble-body">{text.body}</p>
      <p className="bubble-foot">
        {text.state === 'refused'
          ? 'Not sent'
          : text.state === 'waiting'
            ? 'Waits for the service'
            : 'Sending'}
      </p>
      {text.state === 'refused' && (
        <div className="bubble-why" role="alert">
          <p>{text.error}</p>
          {remedy && (
            <Link className="link" to={`/accounts/${account}/${remedy.path}` as '/'}>
              {remedy.label}
            </Link>
          )}
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
