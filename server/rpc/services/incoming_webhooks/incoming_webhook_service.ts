// IncomingWebhookService: translates between protobuf and the application.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import * as proto from '../../../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import type {
  CallIncomingWebhook,
  IncomingWebhookCaller,
} from '../../../app/incoming_webhooks/call_incoming_webhook.ts';
import type { IncomingWebhooks, SignedFor } from '../../../app/incoming_webhooks/incoming_webhooks.ts';
import type { IncomingWebhookCallAsItCame } from '../../../app/incoming_webhooks/read_call.ts';
import { toErrorDetail } from '../../../connect/failures.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';
import type { IncomingWebhookSettings } from '../../../domain/incoming_webhooks/incoming_webhook.ts';
import { invalidRequest, Refusal } from '../../../errors.ts';
import type { IncomingWebhookRow } from '../../../store/incoming_webhooks/incoming_webhooks.ts';

const toIncomingWebhook = (
  incomingWebhook: IncomingWebhookRow,
): MessageInitShape<typeof proto.IncomingWebhookSchema> => ({
  accountId: incomingWebhook.accountId,
  name: incomingWebhook.name,
  template: incomingWebhook.template,
  recipients: [...incomingWebhook.recipients],
  eventId: incomingWebhook.eventId,
  textsPerHour: incomingWebhook.textsPerHour,
  urgent: incomingWebhook.isUrgent,
  hasSecret: incomingWebhook.hasSecret,
  createdAt: toTimestamp(incomingWebhook.createdAtMs),
  lastUsedAt: toTimestamp(incomingWebhook.lastUsedAtMs),
  lastRefusedAt: toTimestamp(incomingWebhook.lastRefusedAtMs),
  ...nullsAbsent({
    recipientsField: incomingWebhook.recipientsField,
    from: incomingWebhook.sender,
    keyId: incomingWebhook.keyId,
    lastRefusal: incomingWebhook.lastRefusal,
  }),
});

const readSettings = ({
  template,
  recipients,
  recipientsField,
  eventId = '',
  textsPerHour = 0,
  from,
  urgent: isUrgent = false,
}: Omit<proto.IncomingWebhookSettings, '$typeName'>): IncomingWebhookSettings => ({
  ...{ template, recipients, recipientsField: recipientsField ?? null },
  ...{ eventId, textsPerHour, sender: from ?? null, isUrgent },
});

/** Throws `invalid_request` for a key that names one. */
function readSignedFor({ keyId, admittedKey }: proto.PutIncomingWebhookRequest): SignedFor | undefined {
  if (admittedKey === undefined) return keyId === undefined ? undefined : { keyId };
  if (keyId === undefined) return { admittedKey };
  throw invalidRequest('key_id is for people: an incoming webhook that a key changes sends for that key');
}

function readCaller({
  case: kind,
  value,
}: proto.CallIncomingWebhookRequest['caller']): IncomingWebhookCaller {
  if (kind === undefined) return undefined;
  return kind === 'signature' ? { signature: value } : { admittedKey: value };
}

function readCall(call: proto.IncomingWebhookCall | undefined): IncomingWebhookCallAsItCame {
  if (!call) throw invalidRequest('call is required');
  return call;
}

/** Serves IncomingWebhookService. */
export function routeIncomingWebhooks(
  router: ConnectRouter,
  {
    incomingWebhooks,
    callIncomingWebhook,
    log,
  }: { incomingWebhooks: IncomingWebhooks; callIncomingWebhook: CallIncomingWebhook; log: Log },
): void {
  router.service(proto.IncomingWebhookService, {
    async putIncomingWebhook(request) {
      const { accountId, name, secret } = request;
      const asked = { settings: readSettings(request), secret, signedFor: readSignedFor(request) };
      return { incomingWebhook: toIncomingWebhook(await incomingWebhooks.put(accountId, name, asked)) };
    },

    async getIncomingWebhook({ accountId, name }) {
      return { incomingWebhook: toIncomingWebhook(await incomingWebhooks.get(accountId, name)) };
    },

    async listIncomingWebhooks({ accountId }) {
      return { incomingWebhooks: (await incomingWebhooks.list(accountId)).map(toIncomingWebhook) };
    },

    async deleteIncomingWebhook({ accountId, name }) {
      await incomingWebhooks.remove(accountId, name);
      return {};
    },

    async previewIncomingWebhook({ accountId, name, call, settings }) {
      const asked = settings && readSettings(settings);
      const { recipients, ...filled } = await incomingWebhooks.preview(
        accountId,
        name,
        readCall(call),
        asked,
      );
      return { ...filled, recipients: [...recipients] };
    },

    async callIncomingWebhook({ accountId, name, call, caller }) {
      const outcomes = await callIncomingWebhook(accountId, name, readCall(call), readCaller(caller));
      return {
        outcomes: outcomes.map((outcome) => ({
          outcome:
            outcome instanceof Refusal
              ? { case: 'error' as const, value: toErrorDetail(outcome, log) }
              : { case: 'text' as const, value: outcome },
        })),
      };
    },
  });
}
