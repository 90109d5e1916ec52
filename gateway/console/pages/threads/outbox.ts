// Texts on their way to the service. Each has a client_ref that was made when it was written, so that a second try,
// another window or a reload cannot send it twice; and it is kept in this browser until the service has it.
import { ask, isPassing, Refused, waitToAskAgain, wordsOf } from '../../api/ask.ts';
import { showNews } from '../../api/feed.ts';
import { keep, newReference, readKept } from '../../api/kept.ts';
import { queryClient } from '../../api/query_client.ts';
import type { Message } from '../../api/types.ts';
import { nowMs } from '../../clock.ts';
import type { Leaving } from '../../ui/later.tsx';

export interface Outgoing extends Leaving {
  ref: string;
  address: string;
  body: string;
  /** The device, SIM or number that it leaves by; absent or empty for the usual one. */
  from?: string;
  at: string;
  /** It was written to a number as somebody typed it, which may not be the name of its thread. */
  isNew?: boolean;
  /** `waiting`: the service did not answer yet. `refused`: it will not take it. */
  state: 'sending' | 'waiting' | 'refused';
  /** Why it was refused, and the code of that. */
  error: string | null;
  code: string | null;
}

type Boxes = ReadonlyMap<number, readonly Outgoing[]>;

const nameOf = (account: number) => `textrelay-outbox-${account}`;
const none: readonly Outgoing[] = [];

let boxes: Boxes = new Map();
const listeners = new Set<() => void>();
const underWay = new Set<string>();

function put(account: number, texts: readonly Outgoing[]): void {
  boxes = new Map([...boxes, [account, texts]]);
  keep(localStorage, nameOf(account), texts.length === 0 ? null : texts);
  for (const listener of listeners) listener();
}

/** The texts of an account that the service has not accepted, oldest first. */
export function outgoingOf(account: number): readonly Outgoing[] {
  if (!boxes.has(account))
    boxes = new Map([...boxes, [account, readKept<Outgoing[]>(localStorage, nameOf(account)) ?? none]]);
  return boxes.get(account) ?? none;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(account: number, ref: string, fields: Partial<Outgoing>): void {
  put(
    account,
    outgoingOf(account).map((text) => (text.ref === ref ? { ...text, ...fields } : text)),
  );
}

/** Takes a text back that was not accepted. */
export const discard = (account: number, ref: string): void =>
  put(
    account,
    outgoingOf(account).filter((text) => text.ref !== ref),
  );

/** Offers a text to the service until it is accepted or refused. Returns it once it is accepted. */
async function deliver(account: number, outgoing: Outgoing): Promise<Message | null> {
  const { ref, address, body, from, send_at, urgent } = outgoing;
  if (underWay.has(ref)) return null;
  underWay.add(ref);
  try {
    for (;;) {
      try {
        const text = { address, body, client_ref: ref, send_at, urgent, ...(from && { from }) };
        const { message } = await ask('POST /messages', { account, body: text });
        if (message) showNews(queryClient, account, [message]);
        discard(account, ref);
        return message ?? null;
      } catch (error) {
        if (isPassing(error)) change(account, ref, { state: 'waiting' });
        else {
          const code = error instanceof Refused ? error.code : null;
          change(account, ref, { state: 'refused', error: wordsOf(error), code });
        }
        if (!(await waitToAskAgain(error))) return null;
        change(account, ref, { state: 'sending' });
      }
    }
  } finally {
    underWay.delete(ref);
  }
}

/**
 * Sends a text: it is shown at once, and with the service's verdict as soon as that is there. Returns its name, and the text
 * once it is accepted; null for one that is refused.
 */
export function send(
  account: number,
  text: Pick<Outgoing, 'address' | 'body' | 'from' | 'isNew'> & Leaving,
): { ref: string; accepted: Promise<Message | null> } {
  const at = new Date(nowMs()).toISOString();
  const outgoing: Outgoing = {
    ...text,
    ref: newReference(),
    at,
    state: 'sending',
    error: null,
    code: null,
  };
  put(account, [...outgoingOf(account), outgoing]);
  return { ref: outgoing.ref, accepted: deliver(account, outgoing) };
}

/** Offers a refused text once more, under the same name. */
export function sendAgain(account: number, text: Outgoing): void {
  change(account, text.ref, { state: 'sending', error: null, code: null });
  void deliver(account, text);
}

/** Goes on with what an earlier visit left. */
export function resume(account: number): void {
  for (const text of outgoingOf(account)) if (text.state !== 'refused') void deliver(account, text);
}
