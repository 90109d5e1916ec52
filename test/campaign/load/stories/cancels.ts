// Cancels of texts that wait, at the moment at which they leave.
import type { Seeded } from '../../../support/seeded.ts';
import { pause } from '../../timeline.ts';
import type { Sent } from '../sends.ts';
import { askUntilKnown, named, type Setting } from './setting.ts';

/** A cancel, and what it was answered. */
export interface Cancel {
  /** Of the text. */
  word: string;
  askedMs: number;
  /** The definite answer; 0: nobody asked any more. */
  status: number;
  code: string | null;
  /** The error that the answered text had. */
  error: string | null;
  /** Requests before that which were not answered, and may have been carried out since. */
  unanswered: number;
}

const atOnce = 2;
/** A cancel comes so long before or after its text leaves, in milliseconds. */
const aroundMs = 250;

/** Sends and cancels until it is over; writes the cancels down. */
export async function playCancels(setting: Setting, cancels: Cancel[]): Promise<void> {
  const { chance, running } = setting;
  const one = async (chance: Seeded) => {
    while (!running.isOver) {
      await playCancel({ ...setting, chance }, cancels);
      await pause(chance.between(300, 900));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, index) => one(chance.stream(`cancel ${index}`))));
}

async function playCancel(setting: Setting, cancels: Cancel[]): Promise<void> {
  const { world, sends, chance } = setting;
  const { timeline } = world;
  const tenant = named(setting, 'cancels-1');
  const dueMs = chance.chance(0.6) ? timeline.nowMs() + chance.between(800, 4_000) : null;
  const sent: Sent = sends.compose(tenant, chance, { isAlone: true, dueMs });
  sent.clientRef ??= `ref-${sent.word}`;
  await sends.send(sent, chance);
  const id = sent.reported[0]?.id ?? null;
  if (id === null) return;
  const leavesMs = dueMs ?? timeline.nowMs();
  await pause(Math.max(0, leavesMs - timeline.nowMs() + chance.between(-aroundMs, aroundMs)));
  const askedMs = timeline.nowMs();
  const { answer, unanswered } = await askUntilKnown(setting, tenant, {
    method: 'DELETE',
    path: `/api/v1/messages${chance.chance(0.5) ? `/${id}` : `?client_ref=${sent.clientRef}`}`,
    expects: ['not_cancellable'],
  });
  cancels.push({
    word: sent.word,
    askedMs,
    status: answer.status,
    code: answer.json?.code ?? null,
    error: answer.json?.message?.error ?? null,
    unanswered,
  });
}
