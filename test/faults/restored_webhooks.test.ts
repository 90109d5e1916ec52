// The database is restored to an older copy while a receiver remembers everything that it got: ids, seqs and notices
// are given again, and no id of an event or a request stands for two things.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import { clientOf, startTestCore, type TestAccount, type TestCore } from '../support/core.ts';
import { copyDatabase, createDatabase } from '../support/database.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { startWebhookEnd, type WebhookEnd } from '../support/webhook_end.ts';

/** A number that the network refuses at once. */
const rejected = '+15005550008';

let core: TestCore;
let account: TestAccount;
let phone: Phone;
let end: WebhookEnd;

beforeEach(async () => {
  end = await startWebhookEnd();
});
afterEach(async () => {
  await phone.throwAway();
  await core.stop();
  await end.stop();
});

async function send(body: string): Promise<bigint> {
  const { results } = await core.messages.sendMessages({
    texts: [{ accountId: account.id, address: rejected, body }],
  });
  const outcome = results[0]?.outcome;
  if (outcome?.case !== 'accepted') throw new Error('the text was not accepted');
  return outcome.value.message?.id as bigint;
}

const optOut = (address: string) =>
  clientOf(OptOutService, core).addOptOut({ accountId: account.id, address });

const events = () => end.requests.flatMap((request) => request.events);
const whenBrought = (type: string, ...parts: string[]) =>
  until(() =>
    events().some(
      (event) => event.type === type && parts.every((part) => JSON.stringify(event.data).includes(part)),
    ),
  );

/** Ids that stand for more than one thing, with those things. */
function ambiguous(named: readonly { id: string; what: unknown }[]): unknown[] {
  const found = new Map<string, Set<string>>();
  for (const { id, what } of named) found.set(id, (found.get(id) ?? new Set()).add(JSON.stringify(what)));
  return [...found].filter(([, whats]) => whats.size > 1);
}

test('after a restore no id of an event, a notice or a request stands for two things', async () => {
  const living = await createDatabase();
  core = await startTestCore(living);
  account = await core.createAccount({ paired: false });
  phone = await pairPhone(core, account, systemClock);
  const put = { accountId: account.id, name: 'shop', url: end.url, types: [] };
  end.secrets.push((await clientOf(SubscriptionService, core).putWebhook(put)).secret ?? '');
  const kept = await send('in the backup');
  await whenBrought('text.updated', 'in the backup');
  const devicePort = core.device.port;
  await core.stop();
  const backup = await copyDatabase(living);

  core = await startTestCore(living, { devicePort });
  const lost = await send('lost');
  for (const id of [kept, lost]) {
    await core.messages.cancelMessage({ accountId: account.id, target: { case: 'id', value: id } });
    await whenBrought('text.updated', `"id":${id},`, '"failed"');
  }
  await optOut('+15005550009');
  await whenBrought('recipient.opted_out', '+15005550009');
  await core.stop();

  core = await startTestCore(backup, { devicePort });
  await phone.switchOn();
  await whenBrought('text.updated', 'in the backup', 'rejected_by_network');
  await phone.switchOff();
  expect(await send('new')).toBe(lost);
  await whenBrought('text.updated', '"new"');
  await optOut('+15005550010');
  await whenBrought('recipient.opted_out', '+15005550010');

  // The text that was kept, and the one that took a lost text's id, both have a seq that stood for something else.
  const places = new Set(events().map(({ data }) => data.seq && `${data.id}.${data.seq}`));
  for (const place of [`${kept}.3`, `${lost}.4`]) {
    expect(places).toContain(place);
    expect(new Set(events().flatMap(({ id }) => (id.startsWith(`${place}.`) ? id : []))).size).toBe(2);
  }
  expect(ambiguous(events().map(({ id, ...what }) => ({ id, what })))).toEqual([]);
  expect(ambiguous(end.requests.map(({ id, events: of }) => ({ id, what: of })))).toEqual([]);
  expect(end.refused).toEqual([]);
}, 60_000);
