// The internal door: a gRPC client made from the .proto files alone, which knows neither our generated code nor our
// gateway. It asks as a service that holds a key, or as one that names the account it acts for.
import { fileURLToPath } from 'node:url';
import { fromBinary } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js';
import { load } from '@grpc/proto-loader';
import { ErrorCode, ErrorDetailSchema } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { serviceToken } from '../../support/core.ts';
import { actOf } from './delivery.ts';
import type { Caller, Door, Outcome } from './door.ts';
import {
  accountFields,
  accountsFields,
  importedFields,
  messageFields,
  oneOptOutFields,
  optOutsFields,
  quietHoursFields,
  readChanges,
  readFields,
  readOutcome,
  readPlanResult,
  readThreadMessages,
  statsFields,
  threadsFields,
  tierFields,
  timelineFields,
  usageFields,
} from './grpc_answer.ts';

// biome-ignore lint/suspicious/noExplicitAny: these clients are made while running; the tables say what they answer.
type Loose = any;

const protoRoot = fileURLToPath(new URL('../../../proto/', import.meta.url));
const services = ['Message', 'Thread', 'Account', 'Plan', 'OptOut', 'Subscription', 'Access'] as const;
const deadlineMs = 10_000;
/** What REST takes when a request says nothing of its page. */
const defaultLimit = 100;

/** The value of each length-delimited field of an encoded message. */
function fieldsOf(bytes: Uint8Array): Map<number, Uint8Array> {
  const reader = new BinaryReader(bytes);
  const fields = new Map<number, Uint8Array>();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (wireType === WireType.LengthDelimited) fields.set(field, reader.bytes());
    else reader.skip(wireType, field);
  }
  return fields;
}

/** The public code in an RPC's error: google.rpc.Status has it as the value (2) of a detail (3). */
function codeOf(error: ServiceError): string {
  const [status] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const detail = status && fieldsOf(fieldsOf(status as Buffer).get(3) ?? new Uint8Array()).get(2);
  if (!detail) throw error;
  const { code } = fromBinary(ErrorDetailSchema, detail);
  return (
    Object.entries(ErrorCode)
      .find(([, value]) => value === code)?.[0]
      .toLowerCase() ?? ''
  );
}

/** A refusal in the result of a batch. */
function toRefusal(error: Loose): Outcome {
  const code = error.code.replace('ERROR_CODE_', '').toLowerCase();
  return { code, ...(code === 'rate_limited' && { saysWhen: error.retry_after_seconds > 0 }) };
}
const toRate = ({ limit, window_seconds: windowSeconds, remaining }: Loose) => ({
  limit,
  windowSeconds,
  remaining,
});
const toProtoInstant = (text: string) => ({
  seconds: String(Math.floor(Date.parse(text) / 1_000)),
  nanos: (Date.parse(text) % 1_000) * 1e6,
});
const ok = (answer: unknown): Outcome => ({ code: 'ok', answer });

/** The doors of a core, one for each way to name the account that a service acts for. */
export interface GrpcDoors {
  /** Every request is judged with its key. */
  withKey: Door;
  /** The account is named; no key is judged. */
  forAccount: Door;
  close(): void;
}

/** Opens clients of every service. */
export async function openGrpcDoors(core: { rpc: { port: number } }): Promise<GrpcDoors> {
  const definition = await load(
    services.map((name) => `textrelay/v1/${name.replace(/\B[A-Z]/g, '_$&').toLowerCase()}_service.proto`),
    { includeDirs: [protoRoot], keepCase: true, longs: String, enums: String, defaults: true, oneofs: true },
  );
  const loaded = (loadPackageDefinition(definition) as Loose).textrelay.v1;
  const clients = new Map<string, Loose>(
    services.map((name) => [
      name,
      new loaded[`${name}Service`](`127.0.0.1:${core.rpc.port}`, credentials.createInsecure()),
    ]),
  );
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${serviceToken}`);
  const call = (service: (typeof services)[number], method: string, request: object): Promise<Loose> =>
    new Promise((resolve, reject) => {
      const options = { deadline: Date.now() + deadlineMs };
      clients
        .get(service)
        [method](request, metadata, options, (error: ServiceError | null, answer: Loose) =>
          error ? reject(error) : resolve(answer),
        );
    });

  const doorFor = (judgesKeys: boolean): Door => {
    const atTheDoor = ({ key, target }: Caller, method: string) => ({
      api_key: key,
      method,
      ...(target !== undefined && { target_account: target }),
    });

    /** Judges the key, then does `act` for its account. */
    const admitted = async (
      caller: Caller,
      method: string,
      act: (asWhom: Loose) => Promise<Outcome>,
    ): Promise<Outcome> => {
      const actAndAnswer = (asWhom: Loose) =>
        act(asWhom).catch((error: ServiceError) => ({ code: codeOf(error) }));
      if (!judgesKeys) return actAndAnswer({ account_id: String(caller.accountId) });
      const requests = [atTheDoor(caller, method)];
      const { results } = await call('Access', 'admit', { requests });
      const [{ admission, error, rate }] = results;
      const { caller: kind, account_id, platform_key_id, reads_known } = admission ?? {};
      const reader = reads_known && { api_key: caller.key };
      const outcome = error
        ? toRefusal(error)
        : await actAndAnswer(kind === 'account_id' ? { account_id, ...reader } : { platform_key_id });
      return { ...outcome, ...(rate && { rate: toRate(rate) }) };
    };

    return {
      async send(caller, { route, send_at, ...text }) {
        const asWhom = judgesKeys
          ? { admission: atTheDoor(caller, 'MessageService/SendMessages') }
          : { account_id: String(caller.accountId) };
        const sendAt = send_at !== undefined && { send_at: toProtoInstant(send_at) };
        const wanted = {
          ...text,
          ...sendAt,
          ...asWhom,
          ...(route && { route: `ROUTE_${route.toUpperCase()}` }),
        };
        const { results } = await call('Message', 'sendMessages', { texts: [wanted] });
        const [{ accepted, error, rate }] = results;
        const outcome = error
          ? toRefusal(error)
          : {
              ...ok({
                message: readFields(messageFields, accepted.message),
                usage: readFields(usageFields, accepted.usage),
              }),
              replay: { replayed: accepted.replayed, differs: accepted.differs },
            };
        return { ...outcome, ...(rate && { rate: toRate(rate) }) };
      },
      getMessage: (caller, id) =>
        admitted(caller, 'MessageService/GetMessage', async (asWhom) => {
          const { message } = await call('Message', 'getMessage', { ...asWhom, id });
          return ok({ message: readFields(messageFields, message) });
        }),
      listChanges: (caller, { limit = defaultLimit, from = '0' }) =>
        admitted(caller, 'MessageService/ListChanges', async (asWhom) => {
          const queries = [{ ...asWhom, limit, since: from }];
          const { pages } = await call('Message', 'listChanges', { queries });
          return ok(readChanges(pages[0], from));
        }),
      listThreads: (caller, { limit = defaultLimit, from }) =>
        admitted(caller, 'ThreadService/ListThreads', async (asWhom) => {
          const page = { ...asWhom, limit, ...(from !== undefined && { cursor: from }) };
          return ok(readFields(threadsFields, await call('Thread', 'listThreads', page)));
        }),
      listThreadMessages: (caller, address, { limit = defaultLimit, from }) =>
        admitted(caller, 'ThreadService/ListThreadMessages', async (asWhom) => {
          const page = { ...asWhom, address, limit, ...(from !== undefined && { before: from }) };
          return ok(readThreadMessages(await call('Thread', 'listThreadMessages', page)));
        }),
      getMe: (caller) =>
        admitted(caller, 'AccountService/GetAccount', async (asWhom) => {
          const [{ account }, { usage }, { tiers }] = await Promise.all([
            call('Account', 'getAccount', asWhom),
            call('Account', 'getUsage', asWhom),
            call('Account', 'listTiers', {}),
          ]);
          return ok({
            account: readFields(accountFields, account),
            usage: readFields(usageFields, usage),
            tiers: tiers.map((tier: Loose) => readFields(tierFields, tier)),
          });
        }),
      listStats: (caller, { by = 'UNSPECIFIED', split = 'UNSPECIFIED', ...days }) =>
        admitted(caller, 'AccountService/ListStats', async (asWhom) => {
          const words = {
            by: `STATS_PERIOD_${by.toUpperCase()}`,
            split: `STATS_SPLIT_${split.toUpperCase()}`,
          };
          return ok(
            readFields(statsFields, await call('Account', 'listStats', { ...asWhom, ...days, ...words })),
          );
        }),
      getUsage: (caller) =>
        admitted(caller, 'AccountService/GetUsage', async (asWhom) => {
          const { usage } = await call('Account', 'getUsage', asWhom);
          return ok(readFields(usageFields, usage));
        }),
      listAccounts: (caller) =>
        admitted(caller, 'AccountService/ListAccountsOfKey', async (asWhom) =>
          ok(readFields(accountsFields, await call('Account', 'listAccountsOfKey', asWhom))),
        ),
      changePlan: (caller, plan) =>
        admitted(caller, 'PlanService/ChangePlan', async (asWhom) =>
          ok(readPlanResult(await call('Plan', 'changePlan', { ...asWhom, plan }))),
        ),
      listOptOuts: (caller, { limit = defaultLimit, address }) =>
        admitted(caller, 'OptOutService/ListOptOuts', async (asWhom) => {
          const asked = { ...asWhom, limit, ...(address !== undefined && { address }) };
          return ok(readFields(optOutsFields, await call('OptOut', 'listOptOuts', asked)));
        }),
      addOptOut: (caller, address) =>
        admitted(caller, 'OptOutService/AddOptOut', async (asWhom) =>
          ok(readFields(oneOptOutFields, await call('OptOut', 'addOptOut', { ...asWhom, address }))),
        ),
      removeOptOut: (caller, address) =>
        admitted(caller, 'OptOutService/RemoveOptOut', async (asWhom) =>
          ok(readFields(oneOptOutFields, await call('OptOut', 'removeOptOut', { ...asWhom, address }))),
        ),
      cancel: (caller, id) =>
        admitted(caller, 'MessageService/CancelMessage', async (asWhom) => {
          const { message } = await call('Message', 'cancelMessage', { ...asWhom, id });
          return ok({ message: readFields(messageFields, message) });
        }),
      listEvents: (caller, id) =>
        admitted(caller, 'MessageService/ListMessageEvents', async (asWhom) =>
          ok(readFields(timelineFields, await call('Message', 'listMessageEvents', { ...asWhom, id }))),
        ),
      findOutcome: (caller, id) =>
        admitted(caller, 'MessageService/ListOutcomes', async (asWhom) => {
          const { outcomes } = await call('Message', 'listOutcomes', { queries: [{ ...asWhom, id }] });
          return readOutcome(outcomes[0]);
        }),
      arrange: (caller, act, name, body = {}) => {
        const { request, answer } = actOf(act);
        return admitted(
          caller,
          `SubscriptionService/${act.slice(0, 1).toUpperCase()}${act.slice(1)}`,
          async (asWhom) =>
            ok(answer(await call('Subscription', act, { ...asWhom, name, ...request?.(body) }))),
        );
      },
      readConsumer: (caller, name, lease) =>
        admitted(caller, 'SubscriptionService/LeaseConsumer', async (asWhom) => {
          const asked = { ...asWhom, name, ...(lease !== undefined && { lease }) };
          const leased = await call('Subscription', 'leaseConsumer', asked);
          const since = leased.consumer.cursor;
          const queries = [{ ...asWhom, limit: defaultLimit, since }];
          const { pages } = await call('Message', 'listChanges', { queries });
          return ok({ ...readChanges(pages[0], since), lease: leased.lease });
        }),
      getQuietHours: (caller) =>
        admitted(caller, 'AccountService/GetQuietHours', async (asWhom) =>
          ok(readFields(quietHoursFields, await call('Account', 'getQuietHours', asWhom))),
        ),
      setQuietHours: (caller, hours) =>
        admitted(caller, 'AccountService/SetQuietHours', async (asWhom) => {
          const asked = { ...asWhom, quiet_hours: hours };
          return ok(readFields(quietHoursFields, await call('Account', 'setQuietHours', asked)));
        }),
      clearQuietHours: (caller) =>
        admitted(caller, 'AccountService/ClearQuietHours', async (asWhom) => {
          await call('Account', 'clearQuietHours', asWhom);
          return ok({ quiet_hours: null });
        }),
      importOptOuts: (caller, csv) =>
        admitted(caller, 'OptOutService/ImportOptOuts', async (asWhom) =>
          ok(readFields(importedFields, await call('OptOut', 'importOptOuts', { ...asWhom, csv }))),
        ),
    };
  };

  return {
    withKey: doorFor(true),
    forAccount: doorFor(false),
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}
