// What an account, its people and its phones do in a story. Each act is one request, or one thing that befalls a phone.
import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  ApprovalDecision,
  ApprovalService,
  ApprovalVerdict,
} from '../../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { BroadcastService } from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { ContactService } from '../../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { ErasureService } from '../../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { MessageStatus, Route } from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { OptOutService } from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { pause } from '../../../runtime/pause.ts';
import { clientOf } from '../../support/core.ts';
import { sendRequest } from '../../support/http_client.ts';
import { recipients, type Story } from './story.ts';

export type Act = (story: Story) => Promise<unknown>;

async function sendOne(
  story: Story,
  clientRef: string,
  more: { sendAt?: Timestamp; route?: Route } = {},
): Promise<void> {
  const address = story.chance.pick(recipients);
  const texts = [{ accountId: story.account.id, address, body: clientRef, clientRef, ...more }];
  const { results } = await story.core().messages.sendMessages({ texts });
  story.note(clientRef, address, results[0]?.outcome);
}

const send: Act = (story) => sendOne(story, story.name('text'));

const sendLater: Act = (story) => {
  const name = story.name('text');
  // A Timestamp has whole nanoseconds, and a story's moments are drawn.
  const atMs = Math.ceil(story.clock.nowMs()) + 3_000;
  story.sendAtMs.set(name, atMs);
  const route = story.chance.pick([Route.UNSPECIFIED, Route.GATEWAY]);
  return sendOne(story, name, { sendAt: timestampFromMs(atMs), route });
};

const sendByCarrier: Act = (story) => sendOne(story, story.name('text'), { route: Route.GATEWAY });

/** Asks a gateway, as a program does. */
const sendByGateway: Act = async (story) => {
  const [clientRef, address] = [story.name('text'), story.chance.pick(recipients)];
  const body = { address, body: clientRef, client_ref: clientRef };
  const asked = { method: 'POST', path: '/api/v1/messages', key: story.account.key, body };
  const { status, json } = await sendRequest(story.gatewayUrl(), asked);
  if (status === 200) story.acknowledge(BigInt(json.message.id), clientRef, address);
};

const putContact: Act = async (story) => {
  const address = story.chance.pick(recipients);
  const contacts = clientOf(ContactService, story.core());
  await contacts.putContact({ accountId: story.account.id, address, name: story.name('contact') });
  story.contacts.set(address, story.nextEvent());
};

/** The same text twice at once, as a client does that was not answered in time. */
const sendAgain: Act = (story) => {
  const clientRef = story.name('text');
  const address = story.chance.pick(recipients);
  const texts = [{ accountId: story.account.id, address, body: clientRef, clientRef }];
  const once = async () => {
    const { results } = await story.core().messages.sendMessages({ texts });
    story.note(clientRef, address, results[0]?.outcome);
  };
  return Promise.allSettled([once(), once()]);
};

/** One that was acknowledged, once more: it stays one text. */
const repeat: Act = async (story) => {
  if (story.acknowledged.length === 0) return;
  const { clientRef, address } = story.chance.pick(story.acknowledged);
  const texts = [{ accountId: story.account.id, address, body: clientRef, clientRef }];
  const { results } = await story.core().messages.sendMessages({ texts });
  story.note(clientRef, address, results[0]?.outcome);
};

/** Texts to one person, more than a phone takes at a time, who then wants no more. */
const sendUntilStopped: Act = async (story) => {
  const { chance, account } = story;
  const address = chance.pick(recipients);
  const names = Array.from({ length: 6 }, () => story.name('text'));
  const texts = names.map((clientRef) => ({ accountId: account.id, address, body: clientRef, clientRef }));
  for (const phone of story.phones) if (chance.chance(0.7)) phone.goAway(chance.between(500, 3_000));
  const { results } = await story.core().messages.sendMessages({ texts });
  for (const [at, { outcome }] of results.entries()) story.note(names[at] ?? '', address, outcome);
  // With a report the phone takes a further text: the stop comes with it, or at any other time.
  if (chance.chance(0.7))
    for (let times = chance.below(3); times >= 0; times--) await chance.pick(story.phones).nextSubmit();
  else await pause(story.clock, chance.between(0, 3_500));
  await chance.pick([stopBy, optOutOf])(story, address);
};

/** A text that waits for a person. */
const sendWaiting: Act = async (story) => {
  const { account, approvedKey: admittedKey } = story;
  const clientRef = story.name('waiting');
  const address = story.chance.pick(recipients);
  const texts = [{ accountId: account.id, admittedKey, address, body: clientRef, clientRef }];
  const { results } = await story.core().messages.sendMessages({ texts });
  const id = story.note(clientRef, address, results[0]?.outcome);
  if (id !== undefined) story.waiting.add(id);
};

const decide: Act = async (story) => {
  const { account, chance } = story;
  if (story.waiting.size === 0) return;
  const messageId = chance.pick([...story.waiting]);
  const isApproved = chance.chance(0.7);
  const decision = isApproved ? ApprovalVerdict.APPROVE : ApprovalVerdict.REJECT;
  if (isApproved) story.mayBeApproved.add(messageId);
  const { approval } = await clientOf(ApprovalService, story.core()).decideApproval({
    ...{ accountId: account.id, id: messageId, decision },
  });
  if (approval?.decision === ApprovalDecision.REJECTED) story.cancelled.set(messageId, story.nextEvent());
};

const cancel: Act = async (story) => {
  if (story.acknowledged.length === 0) return;
  const { id } = story.chance.pick(story.acknowledged);
  const target = { case: 'id' as const, value: id };
  const { message } = await story.core().messages.cancelMessage({ accountId: story.account.id, target });
  // One that a device has is only asked back.
  if (message?.status === MessageStatus.FAILED) story.cancelled.set(id, story.nextEvent());
};

/** Two rows, one for each person. */
const broadcast: Act = async (story) => {
  const accountId = story.account.id;
  const broadcasts = clientOf(BroadcastService, story.core());
  const words = story.name('broadcast');
  const { broadcast } = await broadcasts.createBroadcast({
    accountId,
    name: words,
    template: `${words} {n}`,
  });
  const id = broadcast?.id ?? 0n;
  story.broadcasts.set(id, { words, cancelledAt: undefined });
  const rows = recipients.map((address, at) => ({ number: at + 1, address, fields: { n: String(at) } }));
  await broadcasts.putBroadcastRecipients({ accountId, id, recipients: rows });
  await broadcasts.startBroadcast({ accountId, id });
};

const cancelBroadcast: Act = async (story) => {
  const [id] = [...story.broadcasts.keys()].reverse();
  if (id === undefined) return;
  await clientOf(BroadcastService, story.core()).cancelBroadcast({ accountId: story.account.id, id });
  const { words = '' } = story.broadcasts.get(id) ?? {};
  story.broadcasts.set(id, { words, cancelledAt: story.nextEvent() });
};

const pauseBroadcast: Act = async (story) => {
  const [id] = [...story.broadcasts.keys()].reverse();
  if (id === undefined) return;
  const asked = { accountId: story.account.id, id };
  await clientOf(BroadcastService, story.core()).pauseBroadcast(asked);
  await pause(story.clock, story.chance.between(0, 2_000));
  await clientOf(BroadcastService, story.core()).resumeBroadcast(asked);
};

/** A person writes STOP to a phone. */
async function stopBy(story: Story, address: string): Promise<void> {
  const phone = story.chance.pick(story.phones);
  const words = story.chance.pick(['STOP', 'stop ', 'Unsubscribe']);
  phone.receive(story.name('stop'), address, words, (event) => story.noteStop(address, event));
}

async function optOutOf(story: Story, address: string): Promise<void> {
  const accountId = story.account.id;
  const optOuts = clientOf(OptOutService, story.core());
  await optOuts.addOptOut({ accountId, address });
  story.noteStop(address, story.nextEvent());
}

/** A person writes STOP to the carrier's number. */
const stopToCarrier: Act = async (story) => {
  const address = story.chance.pick(recipients);
  const event = await story.company.write(
    `${story.number} ${story.name('stop')}`,
    address,
    story.number,
    'STOP',
  );
  if (event !== undefined) story.noteStop(address, event);
};

const stop: Act = (story) => stopBy(story, story.chance.pick(recipients));

const optOut: Act = (story) => optOutOf(story, story.chance.pick(recipients));

const erase: Act = async (story) => {
  const address = story.chance.pick(recipients);
  const askedAt = story.nextEvent();
  await clientOf(ErasureService, story.core()).eraseRecipient({ accountId: story.account.id, address });
  story.erasures.push({ address, askedAt, acknowledgedAt: story.nextEvent() });
};

const read: Act = (story) => story.read();

const cutLink: Act = async (story) => story.chance.pick(story.phones).cut();

const loseJournal: Act = async (story) => {
  if (story.chance.chance(0.3)) story.chance.pick(story.phones).loseJournal();
};

/** Another phone goes on with what this one has not submitted. */
const unpair: Act = async (story) => {
  const deviceId = story.deviceIds.length > 1 ? story.deviceIds.pop() : undefined;
  if (deviceId === undefined) return;
  await story.core().admin.unpairDevice({ accountId: story.account.id, id: deviceId });
};

/** What may happen in a story, as often as it is here. */
export const acts: readonly Act[] = [
  ...[send, send, send, sendAgain, repeat, sendLater, sendWaiting, decide, decide, cancel, cancel],
  ...[broadcast, cancelBroadcast, pauseBroadcast, sendUntilStopped, stop, optOut, erase, read],
  ...[sendByCarrier, sendByCarrier, sendByGateway, sendByGateway, stopToCarrier, putContact, putContact],
  ...[cutLink, cutLink, loseJournal, unpair],
];

/** Phones stay paired and keep their journals: a restored service waits for them, and goes by what they know. */
export const actsThatPhonesOutlast = acts.filter((act) => act !== unpair && act !== loseJournal);

/** One text by each route. */
export const sendNew: Act = (story) => Promise.all([send, sendByCarrier].map((act) => act(story)));

/** Texts that wait, because the phones are out of reach. */
export const sendToAway: Act = (story) => {
  for (const phone of story.phones) phone.goAway(story.chance.between(1_000, 6_000));
  const route = Route.DEVICE;
  const sendOneMore = () => sendOne(story, story.name('text'), { route });
  return Promise.all([sendOneMore(), sendOneMore(), sendOneMore(), sendLater(story)]);
};
