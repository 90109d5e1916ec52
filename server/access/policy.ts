// Who may call each method of the contract, as the contract's own options say (proto/textrelay/v1/access.proto). Keys are checked by it at
// admission, and the gateway then calls as a service. Sessions are checked by it there, where they come to a URL that keys may use, and
// else in caller.ts.
import { type DescMethod, type DescService, getOption, hasOption } from '@bufbuild/protobuf';
import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts';
import { access } from '../../proto/gen/textrelay/v1/access_pb.ts';
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ApprovalService } from '../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { AuditEventService } from '../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { BroadcastService } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErasureService } from '../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { InboxService } from '../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { IncomingWebhookService } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { RetentionService } from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { SearchService } from '../../proto/gen/textrelay/v1/search_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import { roleOf, scopeOf } from '../connect/proto_values.ts';
import type { Who } from '../domain/access/caller.ts';
import type { Scope } from '../domain/keys/key_policy.ts';

const { NO_SIDE_EFFECTS } = MethodOptions_IdempotencyLevel;

/** The services that reflection lists. */
export const reflectedServices: readonly DescService[] = [
  AccountService,
  CarrierService,
  AuditEventService,
  ApprovalService,
  ContactService,
  DeviceService,
  ErasureService,
  IncomingWebhookService,
  InboxService,
  KeyService,
  OperationsService,
  UserService,
  PlatformService,
  MessageService,
  OptOutService,
  SubscriptionService,
  PlanService,
  RetentionService,
  SearchService,
  BroadcastService,
  ThreadService,
  AccessService,
  Health,
];

/** The services whose health can be asked. */
export const serviceNames = reflectedServices.filter((of) => of !== Health).map(({ typeName }) => typeName);

/** What a method's options say of its callers and its calls. */
interface MethodAccess {
  who: readonly Who[];
  /** The scope that a key needs; null where any key will do. */
  scope: Scope | null;
  isForKnownReaders: boolean;
  isBeyondLimits: boolean;
  /** Whether the audit log has a line of each call. */
  isAudited: boolean;
}

const ofServices: MethodAccess = {
  who: ['service'],
  scope: 'manage',
  isForKnownReaders: false,
  isBeyondLimits: false,
  isAudited: false,
};

function accessOf(method: DescMethod): MethodAccess {
  // gRPC's own services, health and reflection, say nothing of it.
  if (!hasOption(method, access)) return ofServices;
  const said = getOption(method, access);
  const role = roleOf(said.role);
  const scope = scopeOf(said.keyScope);
  const callers: readonly (readonly [boolean, Who])[] = [
    [said.service, 'service'],
    [said.operator, 'operator'],
    [said.anyKey || scope !== undefined, 'account key'],
    [said.platformKey, 'platform key'],
    [said.signedIn, 'user'],
    [said.anybody, 'anybody'],
  ];
  const who = callers.flatMap(([mayCall, caller]) => (mayCall ? [caller] : []));
  return {
    who: role === undefined ? who : [...who, role],
    scope: said.anyKey ? null : (scope ?? 'manage'),
    isForKnownReaders: said.knownReaders,
    isBeyondLimits: said.beyondLimits,
    isAudited: method.idempotency !== NO_SIDE_EFFECTS && !said.unaudited,
  };
}

const table = new Map(
  [...reflectedServices, ServerReflection].flatMap(({ methods }) =>
    methods.map((method) => [methodName(method), accessOf(method)] as const),
  ),
);

/** The callers that a method, named as MessageService/SendMessages, is open to; none for a method that is not in the contract. */
export const whoMayCall = (method: string): readonly Who[] => table.get(method)?.who ?? [];

/** The scope that a key needs for a method that is open to account keys; null where any key will do. */
export const scopeFor = (method: string): Scope | null => {
  const found = table.get(method);
  return found === undefined ? 'manage' : found.scope;
};

/** Whether a method shows more than a key may see that reads only known texts. */
export const readsBeyondKnown = (method: string): boolean => !table.get(method)?.isForKnownReaders;

/**
 * Whether a method lets a broadcast's texts leave or stops them, or changes what sends for others by itself, which no key's limits on
 * texts hold for: a key that has such limits may not call it.
 */
export const sendsBeyondLimits = (method: string): boolean => table.get(method)?.isBeyondLimits === true;

/** Whether the audit log has a line of each call: it changes something, and is not said to be unaudited. */
export const isAudited = (method: DescMethod): boolean => table.get(methodName(method))?.isAudited === true;
