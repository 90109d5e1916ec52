// Registers our webhooks at the phone, once for each event, and removes those of ours that are stale. Others' are left
// alone. The app takes https and http://127.0.0.1 only (its FAQ on webhooks; WebHooksService.kt), newer versions no
// https address of a private network either (WebHookUrlPolicy.kt): a refusal does no harm: the phone is then only
// polled.
import { createHash } from 'node:crypto';
import type { Exchange } from './http_call.ts';
import { type PhoneApi, readWebhooks, type Webhook } from './phone_api.ts';

/** The events that we subscribe to. sms:sent makes a submit end without the next look; the others bring receipts and texts. */
export const webhookEvents = ['sms:received', 'sms:sent', 'sms:delivered', 'sms:failed'] as const;

const prefix = 'textrelay-';

/** How the registration went. `later`: the phone didn't answer as it should. */
type SetupEnd = 'done' | 'refused' | 'later';

/** Makes the phone's list what it should be. Harmless when repeated. `url` undefined: none of ours may be left. */
export async function setUpWebhooks(
  api: PhoneApi,
  journalId: string,
  url: string | undefined,
): Promise<SetupEnd> {
  const listed = await api.webhooks();
  const there = listed.kind === 'answer' && listed.status === 200 ? readWebhooks(listed.body) : undefined;
  if (there === undefined) return 'later';
  const wanted = url === undefined ? [] : wantedWebhooks(journalId, url);
  let end: SetupEnd = 'done';
  for (const webhook of wanted) {
    if (there.some((other) => isSame(other, webhook))) continue;
    const put = await api.putWebhook(webhook);
    if (isRefusal(put)) end = 'refused';
    else if (!isSuccess(put)) return 'later';
  }
  for (const stale of there.filter((other) => isStale(other, wanted, journalId, url)))
    if (!isSuccess(await api.deleteWebhook(stale.id))) return 'later';
  return end;
}

/** Our webhooks, under names that stay the same. */
export function wantedWebhooks(journalId: string, url: string): Webhook[] {
  return webhookEvents.map((event) => ({
    id: `${ownPrefix(journalId)}${event.replace('sms:', '')}`,
    url,
    event,
  }));
}

/** Ours by name, or left by an earlier journal of ours: it calls the same address. */
function isStale(other: Webhook, wanted: Webhook[], journalId: string, url: string | undefined): boolean {
  if (!other.id.startsWith(prefix) || wanted.some(({ id }) => id === other.id)) return false;
  return other.id.startsWith(ownPrefix(journalId)) || other.url === url;
}

function ownPrefix(journalId: string): string {
  return `${prefix}${createHash('sha256').update(journalId).digest('hex').slice(0, 12)}-`;
}

const isSame = (a: Webhook, b: Webhook) => a.id === b.id && a.url === b.url && a.event === b.event;
const isSuccess = (ended: Exchange) => ended.kind === 'answer' && ended.status >= 200 && ended.status < 300;
const isRefusal = (ended: Exchange) => ended.kind === 'answer' && ended.status === 400;
