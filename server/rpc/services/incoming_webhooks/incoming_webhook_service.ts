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
  settings: {
    template: incomingWebhook.template,
    recipients: [...incomingWebhook.recipients],
    eventId: incomingWebhook.eventId,
    textsPerHour: incomingWebhook.textsPerHour,
    urgent: incomingWebhook.isUrgent,
    ...nullsAbsent({ recipientsField: incomingWebhook.recipientsField, from: incomingWebhook.sender }),
  },
  hasSecret: incomingWebhook.hasSecret,
  createdAt: toTimestamp(incomingWebhook.createdAtMs),
  lastUsedAt: toTimestamp(incomingWebhook.lastUsedAtMs),
  lastRefusedAt: toTimestamp(incomingWebhook.lastRefusedAtMs),
  ...nullsAbsent({ keyId: incomingWebhook.keyId, lastRefusal: incomingWebhook.lastRefusal }),
});

const readSettings = ({
  template,
  recipients,
  recipientsField,
  eventId,
  textsPerHour,
  from,
  urgent: isUrgent,
}: proto.IncomingWebhookSettings): IncomingWebhookSettings => ({
  ...{ template, recipients, recipientsField: recipientsField ?? null },
  ...{ eventId, textsPerHour, sender: from ?? null, isUrgent },
});

function readSignedFor({
  case: kind,
  value,
}: proto.PutIncomingWebhookRequest['signedFor']): SignedFor | undefined {
  if (kind === undefined) return undefined;
  return kind === 'keyId' ? { keyId: value } : { admittedKey: value };
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
    async putIncomingWebhook({ accountId, name, settings, secret, signedFor }) {
      if (!settings) throw invalidRequest('settings are required');
      const asked = { settings: readSettings(settings), secret, signedFor: readSignedFor(signedFor) };
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
