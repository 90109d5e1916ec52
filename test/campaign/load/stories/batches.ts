// Many texts in one request, each under a client_ref; connections are cut while it is answered, and what is not known then
// is asked for again.
import type { Seeded } from '../../../support/seeded.ts';
import { pause } from '../../timeline.ts';
import { smscs, type Tenant } from '../../world/tenant.ts';
import type { Sent } from '../sends.ts';
import type { Setting } from './setting.ts';
import { named } from './setting.ts';

/** One request. */
export interface BatchAsk {
  tenant: Tenant;
  askedMs: number;
  words: string[];
  /** 0: it was cut, or not answered. */
  status: number;
  /** Of each text in the answer, in its order: the word in its body; null for a refusal. */
  shown: (string | null)[];
}

/** What the operator's small accounts are sent beyond their caps, and in how many batches at once. */
const overCap = { batches: 5, texts: 18 };
const refusals: Record<string, number> = { cap_reached: 402, opted_out: 409, no_route: 409 };

/** Sends batches until it is over, for an account that may send as it likes. */
export async function playBatches(setting: Setting, asks: BatchAsk[]): Promise<void> {
  const { chance, running } = setting;
  const tenant = named(setting, 'batches-1');
  while (!running.isOver) {
    await sendBatch(setting, tenant, compose(setting, tenant, 3 + chance.below(18)), asks);
    await pause(chance.between(2_500, 5_000));
  }
}

/** Opens small accounts, one after the other, and sends each more than it may, in several batches at once. */
export async function reachCapsByBatches(
  setting: Setting,
  tenants: Tenant[],
  asks: BatchAsk[],
): Promise<void> {
  const { world, chance, running } = setting;
  for (let number = 1; !running.isOver; number++) {
    const name = `batch-capped-${number}`;
    const form = { name, role: 'capped', ways: ['smsc'], smscs: smscs.common } as const;
    const tenant = await world.operator.open(form);
    tenants.push(tenant);
    const one = async (chance: Seeded) => {
      const mine = { ...setting, chance };
      await sendBatch(mine, tenant, compose(mine, tenant, overCap.texts), asks);
    };
    await Promise.all(
      Array.from({ length: overCap.batches }, (_, index) => one(chance.stream(`${number}/${index}`))),
    );
    await pause(chance.between(8_000, 20_000));
  }
}

const compose = ({ sends, chance }: Setting, tenant: Tenant, count: number): Sent[] =>
  Array.from({ length: count }, () => {
    const sent = sends.compose(tenant, chance);
    sent.clientRef ??= `ref-${sent.word}`;
    return sent;
  });

/** Asks until each text has a definite verdict; now and then once more on purpose for those that were accepted. */
async function sendBatch(
  setting: Setting,
  tenant: Tenant,
  texts: readonly Sent[],
  asks: BatchAsk[],
): Promise<void> {
  const { sends, chance } = setting;
  let open = [...texts];
  for (let turn = chance.below(2); open.length > 0 && !sends.isGivenUp; turn++) {
    const retryAfterS = await ask(setting, tenant, { texts: open, turn, isCut: chance.chance(0.4) }, asks);
    open = open.filter(({ reported }) => reported.length === 0);
    if (open.length > 0) await pause(Math.max(retryAfterS * 1_000, chance.between(100, 1_000)));
  }
  const accepted = texts.filter(({ reported }) => reported.some(({ status }) => status === 200));
  if (accepted.length > 0 && chance.chance(0.3))
    await ask(
      setting,
      tenant,
      { texts: accepted, turn: chance.below(2), isCut: false, isRepeat: true },
      asks,
    );
}

async function ask(
  { world, caller, chance }: Setting,
  tenant: Tenant,
  {
    texts,
    turn,
    isCut,
    isRepeat = false,
  }: { texts: Sent[]; turn: number; isCut: boolean; isRepeat?: boolean },
  asks: BatchAsk[],
): Promise<number> {
  const gateway = turn % caller.gateways;
  const body = {
    texts: texts.map(({ address, body, clientRef, route }) => ({
      address,
      body,
      client_ref: clientRef,
      ...(route && { route }),
    })),
  };
  const cut = isCut ? { signal: AbortSignal.timeout(Math.round(chance.between(5, 300))) } : {};
  const key = chance.pick(tenant.keys);
  const askedMs = world.timeline.nowMs();
  const path = '/api/v1/messages/batch';
  const answer = await caller.ask(gateway, { method: 'POST', path, key, tenant, body, ...cut });
  const results: Verdict[] = answer.status === 200 ? (answer.json?.results ?? []) : [];
  const shown = results.map(({ message }) => message?.body.split(' ')[0] ?? null);
  asks.push({ tenant, askedMs, words: texts.map(({ word }) => word), status: answer.status, shown });
  if (answer.status !== 200 && answer.status !== 429) for (const text of texts) text.unanswered++;
  for (const [index, { ok, code, message }] of results.entries()) {
    const status = ok ? 200 : refusals[code ?? ''];
    const id = ok ? (message?.id ?? null) : null;
    if (status !== undefined)
      texts[index]?.reported.push({ atMs: answer.endedMs, status, code, id, gateway, isRepeat });
  }
  return answer.retryAfterS;
}

interface Verdict {
  ok: boolean;
  code: string | null;
  message?: { id: number; body: string };
}
