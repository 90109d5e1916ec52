// HookService: translates between protobuf and the application.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import * as proto from '../../../../proto/gen/textrelay/v1/hook_service_pb.ts';
import type { Log } from '../../../../runtime/log.ts';
import type { CallHook, HookCaller } from '../../../app/hooks/call_hook.ts';
import type { Hooks, SignedFor } from '../../../app/hooks/hooks.ts';
import type { HookCallAsItCame } from '../../../app/hooks/read_call.ts';
import { toErrorDetail } from '../../../connect/failures.ts';
import { nullsAbsent, toTimestamp } from '../../../connect/proto_values.ts';
import type { HookSettings } from '../../../domain/hooks/hook.ts';
import { invalidRequest, Refusal } from '../../../errors.ts';
import type { HookRow } from '../../../store/hooks/hooks.ts';

const toHook = (hook: HookRow): MessageInitShape<typeof proto.HookSchema> => ({
  accountId: hook.accountId,
  name: hook.name,
  settings: {
    template: hook.template,
    recipients: [...hook.recipients],
    eventId: hook.eventId,
    textsPerHour: hook.textsPerHour,
    urgent: hook.isUrgent,
    ...nullsAbsent({ recipientsField: hook.recipientsField, from: hook.sender }),
  },
  hasSecret: hook.hasSecret,
  createdAt: toTimestamp(hook.createdAtMs),
  lastUsedAt: toTimestamp(hook.lastUsedAtMs),
  lastRefusedAt: toTimestamp(hook.lastRefusedAtMs),
  ...nullsAbsent({ keyId: hook.keyId, lastRefusal: hook.lastRefusal }),
});

const readSettings = ({
  template,
  recipients,
  recipientsField,
  eventId,
  textsPerHour,
  from,
  urgent: isUrgent,
}: proto.HookSettings): HookSettings => ({
  ...{ template, recipients, recipientsField: recipientsField ?? null },
  ...{ eventId, textsPerHour, sender: from ?? null, isUrgent },
});

function readSignedFor({ case: kind, value }: proto.PutHookRequest['signedFor']): SignedFor | undefined {
  if (kind === undefined) return undefined;
  return kind === 'keyId' ? { keyId: value } : { admittedKey: value };
}

function readCaller({ case: kind, value }: proto.CallHookRequest['caller']): HookCaller {
  if (kind === undefined) return undefined;
  return kind === 'signature' ? { signature: value } : { admittedKey: value };
}

function readCall(call: proto.HookCall | undefined): HookCallAsItCame {
  if (!call) throw invalidRequest('call is required');
  return call;
}

/** Serves HookService. */
export function routeHooks(
  router: ConnectRouter,
  { hooks, callHook, log }: { hooks: Hooks; callHook: CallHook; log: Log },
): void {
  router.service(proto.HookService, {
    async putHook({ accountId, name, settings, secret, signedFor }) {
      if (!settings) throw invalidRequest('settings are required');
      const asked = { settings: readSettings(settings), secret, signedFor: readSignedFor(signedFor) };
      return { hook: toHook(await hooks.put(accountId, name, asked)) };
    },

    async getHook({ accountId, name }) {
      return { hook: toHook(await hooks.get(accountId, name)) };
    },

    async listHooks({ accountId }) {
      return { hooks: (await hooks.list(accountId)).map(toHook) };
    },

    async deleteHook({ accountId, name }) {
      await hooks.remove(accountId, name);
      return {};
    },

    async previewHook({ accountId, name, call, settings }) {
      const asked = settings && readSettings(settings);
      const { recipients, ...filled } = await hooks.preview(accountId, name, readCall(call), asked);
      return { ...filled, recipients: [...recipients] };
    },

    async callHook({ accountId, name, call, caller }) {
      const outcomes = await callHook(accountId, name, readCall(call), readCaller(caller));
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
