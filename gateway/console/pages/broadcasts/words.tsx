// Broadcasts in words.
import { Refused, wordsOf } from '../../api/ask.ts';
import type { Schemas } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import { broadcasts as say } from '../../words/en/broadcasts.ts';
import { wordOf } from '../../words/language.ts';

export type Broadcast = Schemas['Broadcast'];
export type Row = Schemas['BroadcastRecipient'];

const looks: Record<Broadcast['state'], string> = {
  draft: 'status-quiet',
  running: 'status-warn',
  paused: 'status-warn',
  done: 'status-good',
  cancelled: 'status-quiet',
};

export const BroadcastState = ({ broadcast: { state, send_at } }: { broadcast: Broadcast }) => {
  const isAhead = state === 'running' && send_at !== null && Date.parse(send_at) > nowMs();
  return <span className={`status ${looks[state]}`}>{say.states[isAhead ? 'scheduled' : state]}</span>;
};

/** Why it rests, for a person. */
export const pauseWords = (reason: string): string => wordOf(say.pauses, reason, say.mayNotSend);

/** Why a row was refused. */
export const refusalOf = ({ code, error }: Pick<Row, 'code' | 'error'>): string =>
  wordsOf(new Refused(400, code ?? '', error ?? '', null));
