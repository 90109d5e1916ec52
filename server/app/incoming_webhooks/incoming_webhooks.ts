// The incoming webhooks of an account: settings, and previews of calls.
import {
  type IncomingWebhookSettings,
  largestPerHour,
  maxEventIdLength,
  maxIncomingWebhooks,
  maxRecipients,
  usualPerHour,
  wrongPath,
  wrongTemplate,
} from '../../domain/incoming_webhooks/incoming_webhook.ts';
import { hashSecret } from '../../domain/keys/api_key.ts';
import { lengthInCodePoints, maxBodyLength } from '../../domain/messages/text.ts';
import { invalidRequest, notFound, wrongLength } from '../../errors.ts';
import type { IncomingWebhookRow } from '../../store/incoming_webhooks/incoming_webhooks.ts';
import type { AppContext } from '../context.ts';
import { checkSender, normalize } from '../outbound/outbound_text.ts';
import { checkKnownName, checkNewName } from '../subscriptions/subscriptions.ts';
import { fillCall, type IncomingWebhookCallAsItCame, readCall } from './read_call.ts';

/** The key for which signed calls send: by its id, or itself. */
export type SignedFor = { keyId: bigint } | { admittedKey: string };

/** What an account asks of an incoming webhook. */
interface AskedIncomingWebhook {
  settings: IncomingWebhookSettings;
  /** If it is left out, an existing incoming webhook keeps its own; if it is empty, the incoming webhook has none. */
  secret: string | undefined;
  signedFor: SignedFor | undefined;
}

export type IncomingWebhooks = ReturnType<typeof createIncomingWebhooks>;

const isSecret = (secret: string): boolean => /^[\x21-\x7e]{16,128}$/.test(secret);

const checkTemplate = (field: string, template: string): void => {
  const wrong =
    wrongTemplate(template) ?? (template.includes('\u0000') ? 'holds the character U+0000' : undefined);
  if (wrong) throw invalidRequest(`${field} ${wrong}`);
};

/** Checks each setting by itself. Throws `invalid_request`. */
function checkSettings({
  template,
  recipients,
  recipientsField,
  eventId,
  textsPerHour,
}: IncomingWebhookSettings): void {
  const length = lengthInCodePoints(template);
  if (length < 1 || length > maxBodyLength) throw wrongLength('template', 1, maxBodyLength);
  checkTemplate('template', template);
  if (lengthInCodePoints(eventId) > maxEventIdLength) throw wrongLength('event_id', 0, maxEventIdLength);
  checkTemplate('event_id', eventId);
  if (recipients.length > 0 === (recipientsField !== null))
    throw invalidRequest('either recipients or recipients_field must be given');
  if (recipients.length > maxRecipients)
    throw invalidRequest(`recipients must have at most ${maxRecipients} entries`);
  const wrong = recipientsField === null ? undefined : wrongPath(recipientsField);
  if (wrong) throw invalidRequest(`recipients_field ${wrong}`);
  if (textsPerHour > largestPerHour)
    throw invalidRequest(
      `texts_per_hour must be from 1 to ${largestPerHour}, or left out for ${usualPerHour}`,
    );
}

type IncomingWebhooksContext = Pick<
  AppContext<
    | 'findAccount'
    | 'findIncomingWebhook'
    | 'findKey'
    | 'hasWorkingKey'
    | 'listCountries'
    | 'listIncomingWebhooks'
    | 'putIncomingWebhook'
    | 'removeIncomingWebhook'
  >,
  'store' | 'clock'
>;

const found = <T>(incomingWebhook: T | undefined): T => {
  if (incomingWebhook === undefined) throw notFound('incoming webhook');
  return incomingWebhook;
};

/** The key that signed calls send for; null where none was named. */
async function keyIdOf(
  store: IncomingWebhooksContext['store'],
  accountId: bigint,
  signedFor: SignedFor | undefined,
): Promise<bigint | null> {
  if (signedFor === undefined) return null;
  if ('keyId' in signedFor) {
    if (await store.hasWorkingKey(accountId, signedFor.keyId)) return signedFor.keyId;
    throw notFound('key');
  }
  const key = await store.findKey(hashSecret(signedFor.admittedKey));
  // A session's key does not count: a person has to name the key.
  return key?.accountId === accountId ? key.id : null;
}

/** Each action throws a Refusal: `not_found` for an unknown name. */
export function createIncomingWebhooks({ store, clock }: IncomingWebhooksContext) {
  /** The settings in the form that is stored: each recipient once, as E.164. */
  const readSettings = async (
    accountId: bigint,
    asked: IncomingWebhookSettings,
  ): Promise<IncomingWebhookSettings> => {
    checkSettings(asked);
    const recipients = await Promise.all(asked.recipients.map((each) => normalize(each, accountId, store)));
    return {
      ...asked,
      recipients: [...new Set(recipients)],
      textsPerHour: asked.textsPerHour || usualPerHour,
      sender: asked.sender === null ? null : checkSender(asked.sender, null),
    };
  };

  return {
    list: (accountId: bigint): Promise<IncomingWebhookRow[]> => store.listIncomingWebhooks(accountId),

    async get(accountId: bigint, name: string): Promise<IncomingWebhookRow> {
      checkKnownName(name, 'incoming webhook');
      return found(await store.findIncomingWebhook(accountId, name));
    },

    /** Makes an incoming webhook, or changes the one of that name. */
    async put(
      accountId: bigint,
      name: string,
      { settings, secret, signedFor }: AskedIncomingWebhook,
    ): Promise<IncomingWebhookRow> {
      checkNewName(name);
      if (secret && !isSecret(secret))
        throw invalidRequest('secret must have 16 to 128 printable characters without spaces');
      const read = await readSettings(accountId, settings);
      const keyId = await keyIdOf(store, accountId, signedFor);
      if (secret && keyId === null)
        throw invalidRequest('key_id must be given with a secret: signed calls send for that key');
      const values = {
        ...{ accountId, name, ...read, secret: secret || null, keepsSecret: secret === undefined },
        ...{ keyId, most: maxIncomingWebhooks, nowMs: clock.nowMs() },
      };
      for (;;) {
        const put = await store.putIncomingWebhook(values);
        if (put !== undefined) return put;
        const all = await store.listIncomingWebhooks(accountId);
        if (all.length >= maxIncomingWebhooks && all.every((each) => each.name !== name))
          throw invalidRequest(`an account may have at most ${maxIncomingWebhooks} incoming webhooks`);
        if (!(await store.findAccount(accountId))) throw notFound('account');
      }
    },

    async remove(accountId: bigint, name: string): Promise<void> {
      checkKnownName(name, 'incoming webhook');
      if (!(await store.removeIncomingWebhook(accountId, name))) throw notFound('incoming webhook');
    },

    /** What an incoming webhook would make of a call, by the given settings or by its own. */
    async preview(
      accountId: bigint,
      name: string,
      call: IncomingWebhookCallAsItCame,
      asked: IncomingWebhookSettings | undefined,
    ) {
      checkKnownName(name, 'incoming webhook');
      const settings = asked
        ? await readSettings(accountId, asked)
        : found(await store.findIncomingWebhook(accountId, name));
      return fillCall(settings, readCall(call));
    },
  };
}
