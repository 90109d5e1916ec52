// Sendings in words.
import { Refused, wordsOf } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';

export type Sending = Schemas['Sending'];
export type Row = Schemas['SendingRow'];

const states: Record<Sending['state'], { words: string; look: string }> = {
  draft: { words: 'Not started', look: 'status-quiet' },
  running: { words: 'Sending', look: 'status-warn' },
  paused: { words: 'Paused', look: 'status-warn' },
  done: { words: 'Done', look: 'status-good' },
  cancelled: { words: 'Cancelled', look: 'status-quiet' },
};

export const SendingState = ({ sending: { state, send_at } }: { sending: Sending }) => {
  const { words, look } = states[state];
  const isAhead = state === 'running' && send_at !== null && Date.parse(send_at) > nowMs();
  return <span className={`status ${look}`}>{isAhead ? 'Scheduled' : words}</span>;
};

const pauses: Record<string, string> = {
  account_suspended: 'The operator has suspended this account. Go on once it is resumed.',
  cap_reached: 'This month’s texts are used up. Go on with a larger plan, or next month.',
  no_plan: 'The account has no plan. Choose one, then go on.',
  no_subscription: 'The account has no live subscription. Renew it, then go on.',
  no_route: 'Nothing is connected that could send these texts. Connect a phone, then go on.',
};

/** Why it rests, for a person. */
export const pauseWords = (reason: string): string =>
  pauses[reason] ?? 'The account may not send at the moment.';

/** Why a row was refused. */
export const refusalOf = ({ code, error }: Pick<Row, 'code' | 'error'>): string =>
  wordsOf(new Refused(400, code ?? '', error ?? '', null));

export const recipients = (count: number) =>
  `${count.toLocaleString()} ${count === 1 ? 'recipient' : 'recipients'}`;
