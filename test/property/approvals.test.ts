// Texts that a person approves: none leaves before, one decision wins on any number of replicas, and a text that never leaves is not charged.
import { ConnectError } from '@connectrpc/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ApprovalService,
  ApprovalState,
  ApprovalVerdict,
  ApprovalDecision as Decision,
} from '../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { ErrorCode, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { RequireApproval } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { Awaiting, MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { clientOf, type TestAccount, type TestCore } from '../support/core.ts';
import { openInspector } from '../support/database.ts';
import { Holder } from '../support/policy_holder.ts';

let service: SimulatedService;
let cores: TestCore[];
let inspect: ReturnType<typeof openInspector>;
beforeAll(async () => {
  // Decisions that come at once stand still between two rows while others go on.
  service = await SimulatedService.begin({ overlaps: 0.2 });
  const tiers = [2, 50_000].map((textsCap, index) => ({
    ...{ plan: index === 0 ? 'tiny' : 'pro', name: 'Plan', textsCap, priceCents: 900, currency: 'usd' },
  }));
  cores = [await service.startCore({ tiers }), await service.startCore({ tiers })];
  inspect = openInspector(service.databaseUrl);
});
afterAll(async () => {
  await inspect.end();
  await service.end();
});

const to = '+15005550006';
const core = (index = 0) => cores[index] as TestCore;
const approvalsOf = (index = 0) =>
  clientOf(ApprovalService, core(index), undefined, (call) => service.simulation.during(call));
const nowMs = () => service.simulation.time.nowMs();
const dayMs = 24 * 3_600_000;

async function held(
  requireApproval: RequireApproval,
  account?: TestAccount,
  perHour?: number,
): Promise<Holder> {
  const policy = { requireApproval, ...(perHour && { perHour }) };
  const holder = new Holder(core(), policy, account ?? (await core().createAccount()));
  await holder.make();
  return holder;
}

/** Sends a text with the key, and returns it as accepted. */
async function sent(holder: Holder, address = to, clientRef?: string) {
  const [result] = await holder.send([{ address, ...(clientRef && { clientRef }) }], core(), 'door');
  if (result?.outcome.case !== 'accepted')
    throw new Error(`refused: ${JSON.stringify(result?.outcome.value)}`);
  return { ...result.outcome.value.message, replayed: result.outcome.value.replayed };
}

const idOf = async (holder: Holder, address = to) => (await sent(holder, address)).id ?? 0n;
const read = async ({ account }: Holder, id: bigint) =>
  (await core().messages.getMessage({ accountId: account.id, id })).message;
const usedBy = async ({ account }: Holder) =>
  Number((await core().usage.getUsage({ accountId: account.id })).usage?.textsUsed);

const codeOf = (error: unknown) => ConnectError.from(error).findDetails(ErrorDetailSchema)[0]?.code;
const decide = ({ account }: Pick<Holder, 'account'>, id: bigint, decision: Decision, at = 0) =>
  approvalsOf(at)
    .decideApproval({
      accountId: account.id,
      id,
      decision: decision === Decision.APPROVED ? ApprovalVerdict.APPROVE : ApprovalVerdict.REJECT,
    })
    .then(({ approval }) => approval?.decision, codeOf);

/** Lets every core release texts that are due, and end texts that nobody approved in time. */
const settle = () => service.simulation.run('5 s');

/** Whether a dispatcher sees the text. Only such a text is handed to a phone or a carrier. */
const isDispatched = async ({ account }: Holder, id: bigint) => {
  const [row] =
    await inspect`select status, send_at from message where account_id = ${account.id} and id = ${id}`;
  return row?.status === 'queued';
};

describe('which texts wait', () => {
  test('with always, each one: it is queued with awaiting, and no dispatcher sees it however much time passes', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    const text = await sent(holder);
    expect(text).toMatchObject({ status: MessageStatus.QUEUED, awaiting: Awaiting.APPROVAL });
    expect(text.sendAt).toBeUndefined();
    const id = text.id ?? 0n;
    // Another text of the account is released meanwhile, which shows that the release ran.
    const plain = new Holder(core(), {}, holder.account);
    await plain.make();
    const other = await idOf(plain);
    await inspect`update message set status = 'scheduled', send_at = ${new Date(nowMs())} where account_id = ${holder.account.id} and id = ${other}`;
    await settle();
    expect(await isDispatched(holder, other)).toBe(true);
    expect(await isDispatched(holder, id)).toBe(false);
    expect((await read(holder, id))?.awaiting).toBe(Awaiting.APPROVAL);
  });

  test('with never, none', async () => {
    const holder = await held(RequireApproval.NEVER);
    const text = await sent(holder);
    expect([text.awaiting, await isDispatched(holder, text.id ?? 0n)]).toEqual([undefined, true]);
  });

  test('with new_recipients, those to people who got no text before and have not written', async () => {
    const holder = await held(RequireApproval.NEW_RECIPIENTS);
    const awaiting = async (address: string) => (await sent(holder, address)).awaiting;
    const [wrote, got, waits] = ['+15005550007', '+15005550008', '+15005550009'] as const;
    await awaiting(waits);
    await inspect`insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments,
      encoding, charged, attempt, created_at, sent_at) select ${holder.account.id}, id, id, direction::message_direction,
      address, address, 'x', status::message_status, 'device', 1, 'gsm7', false, 0, now(), sent_at
      from (values (1000, 'in', ${wrote}, 'received', null::timestamptz), (1001, 'out', ${got}, 'sent', now()))
        as known (id, direction, address, status, sent_at)`;
    expect([await awaiting(wrote), await awaiting(got), await awaiting(waits), await awaiting(to)]).toEqual([
      ...[undefined, undefined],
      ...[Awaiting.APPROVAL, Awaiting.APPROVAL],
    ]);
  });

  test('the same in one batch', async () => {
    const holder = await held(RequireApproval.NEW_RECIPIENTS);
    const results = await holder.send([{ address: to }, { address: to }], core());
    for (const { outcome } of results)
      expect(outcome.case === 'accepted' && outcome.value.message?.awaiting).toBe(Awaiting.APPROVAL);
  });

  test('a repeat gets the waiting text, and after a rejection the rejected one', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    const first = await sent(holder, to, 'order-1');
    expect(await sent(holder, to, 'order-1')).toMatchObject({
      ...{ id: first.id, replayed: true, awaiting: Awaiting.APPROVAL },
    });
    await decide(holder, first.id ?? 0n, Decision.REJECTED);
    const { awaiting, ...rejected } = await sent(holder, to, 'order-1');
    expect(rejected).toMatchObject({ id: first.id, replayed: true, status: MessageStatus.FAILED });
    expect(awaiting).toBeUndefined();
  });

  test('waiting uses up a key’s budget, and a rejection does not give it back', async () => {
    const holder = await held(RequireApproval.ALWAYS, undefined, 1);
    await decide(holder, await idOf(holder), Decision.REJECTED);
    const [again] = await holder.send([{ address: to }], core());
    expect(again?.outcome.value).toMatchObject({ code: ErrorCode.KEY_BUDGET_REACHED });
  });
});

test('an approved text leaves once, with a step that says so', async () => {
  const holder = await held(RequireApproval.ALWAYS);
  const id = await idOf(holder);
  expect(await decide(holder, id, Decision.APPROVED)).toBe(Decision.APPROVED);
  await settle();
  expect(await isDispatched(holder, id)).toBe(true);
  const [row] =
    await inspect`select steps, awaiting, deadline_at > ${new Date(nowMs())} as is_in_time from message
    where account_id = ${holder.account.id} and id = ${id}`;
  expect(row).toMatchObject({ awaiting: null, is_in_time: true });
  expect(row?.steps).toMatch(/^k\d+\nc\d{13} \|\d{13}\ny\d{13}\nl\d{13}\n$/);
  expect(await usedBy(holder)).toBe(1);
});

describe('of decisions that come at once', () => {
  test('exactly one wins on two replicas, cancels and expiry among them, and the unit goes back once', async () => {
    const account = await core().createAccount();
    const holder = await held(RequireApproval.ALWAYS, account);
    for (let round = 0; round < 10; round++) {
      const id = await idOf(holder);
      const before = await usedBy(holder);
      const cancel = core(1)
        .messages.cancelMessage({ accountId: account.id, target: { case: 'id', value: id } })
        .then(() => 'cancelled', codeOf);
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, (_, index) =>
          decide(holder, id, index % 2 ? Decision.APPROVED : Decision.REJECTED, index % 2),
        ),
        cancel,
      ]);
      const text = await read(holder, id);
      const won = answers.filter((answer) => answer === Decision.APPROVED || answer === Decision.REJECTED);
      const isCancelled = answers.includes('cancelled');
      // An approved text may be cancelled while it waits for its turn; a rejected text may not.
      if (isCancelled) expect([[], [Decision.APPROVED]]).toContainEqual(won);
      else expect(won).toHaveLength(1);
      const isKept = text?.status === MessageStatus.QUEUED;
      expect(isKept).toBe(!isCancelled && won[0] === Decision.APPROVED);
      expect(await usedBy(holder)).toBe(before - (isKept ? 0 : 1));
    }
  });

  test('a later one learns the first decision', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    const id = await idOf(holder);
    expect(await decide(holder, id, Decision.REJECTED)).toBe(Decision.REJECTED);
    for (const decision of [Decision.APPROVED, Decision.REJECTED])
      expect(await decide(holder, id, decision, 1)).toBe(ErrorCode.APPROVAL_NOT_PENDING);
    expect(await read(holder, id)).toMatchObject({ status: MessageStatus.FAILED });
  });
});

test('a rejected text ends as failed with its reason, gives its unit back, and is kept in the list of decisions', async () => {
  const holder = await held(RequireApproval.ALWAYS);
  const id = await idOf(holder);
  expect(await usedBy(holder)).toBe(1);
  await decide(holder, id, Decision.REJECTED);
  expect((await read(holder, id))?.error).toMatch(/^approval_rejected: /);
  expect(await usedBy(holder)).toBe(0);
  const { approvals } = await approvalsOf().listApprovals({
    accountId: holder.account.id,
    state: ApprovalState.DECIDED,
  });
  expect(approvals).toMatchObject([{ messageId: id, keyId: holder.id, decision: Decision.REJECTED }]);
});

describe('a text that nobody approves in time', () => {
  test('cannot be approved from that instant on, ends as failed, and gives its unit back', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    const id = await idOf(holder);
    await inspect`update approval set expires_at = ${new Date(nowMs())} where account_id = ${holder.account.id}`;
    // The sweep has not run yet: the statement that approves refuses by itself.
    for (const decision of [Decision.APPROVED, Decision.REJECTED])
      expect(await decide(holder, id, decision)).toBe(ErrorCode.APPROVAL_NOT_PENDING);
    await settle();
    expect((await read(holder, id))?.error).toMatch(/^approval_expired: /);
    expect(await usedBy(holder)).toBe(0);
    const { approvals } = await approvalsOf().listApprovals({
      accountId: holder.account.id,
      state: ApprovalState.DECIDED,
    });
    expect(approvals).toMatchObject([{ messageId: id, decision: Decision.EXPIRED }]);
  });

  test('waits for 24 hours', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    await idOf(holder);
    const [row] =
      await inspect`select extract(epoch from expires_at - created_at)::int8 * 1000 as ms from approval
      where account_id = ${holder.account.id}`;
    expect(Number(row?.ms)).toBe(dayMs);
  });
});

describe('an approved text is judged again by', () => {
  test('the opt-outs: it has ended if its recipient opted out meanwhile', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    const id = await idOf(holder);
    await inspect`insert into opt_out (account_id, address_norm, since, source, ends_waiting)
      values (${holder.account.id}, ${to}, now(), 'api', false)`;
    await inspect`update account set opt_out_changes = opt_out_changes + 1 where id = ${holder.account.id}`;
    expect(await decide(holder, id, Decision.APPROVED)).toBe(Decision.APPROVED);
    await settle();
    expect((await read(holder, id))?.error).toMatch(/^opted_out: /);
    expect(await usedBy(holder)).toBe(0);
  });

  test('the quiet hours: it leaves when they end', async () => {
    const holder = await held(RequireApproval.ALWAYS);
    const id = await idOf(holder);
    const now = new Date(nowMs());
    const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
    await inspect`update account set quiet_zone = 'UTC', quiet_from = ${(minute + 1430) % 1440},
      quiet_until = ${(minute + 30) % 1440} where id = ${holder.account.id}`;
    expect(await decide(holder, id, Decision.APPROVED)).toBe(Decision.APPROVED);
    const text = await read(holder, id);
    const aheadMs = Number(text?.sendAt?.seconds ?? 0n) * 1000 - nowMs();
    expect(aheadMs).toBeGreaterThan(25 * 60_000);
    expect(aheadMs).toBeLessThanOrEqual(30 * 60_000);
    expect([text?.awaiting, await isDispatched(holder, id)]).toEqual([undefined, false]);
  });

  test.each([
    [
      'a cap that is beneath what is used',
      `update account set plan = 'tiny' where id = $1`,
      ErrorCode.CAP_REACHED,
    ],
    ['no plan', 'update account set plan = null where id = $1', ErrorCode.NO_PLAN],
    ['a suspension', 'update account set suspended_at = now() where id = $1', ErrorCode.ACCOUNT_SUSPENDED],
  ])('%s: it goes on waiting, and may still be rejected', async (_, change, code) => {
    const holder = await held(RequireApproval.ALWAYS);
    const [id] = [await idOf(holder), await idOf(holder), await idOf(holder)];
    await inspect.unsafe(change, [String(holder.account.id)]);
    expect(await decide(holder, id, Decision.APPROVED)).toBe(code);
    expect((await read(holder, id))?.awaiting).toBe(Awaiting.APPROVAL);
    expect(await decide(holder, id, Decision.REJECTED)).toBe(Decision.REJECTED);
  });
});
