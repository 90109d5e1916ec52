// The routes of methods that HTTP only translates: those with a google.api.http rule.
import type { DescService } from '@bufbuild/protobuf';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ApprovalService } from '../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { AuditEventService } from '../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { BroadcastService, FaultyRowSchema } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErasureService } from '../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { InboxService } from '../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { IncomingWebhookService } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { RetentionService } from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { SearchService } from '../../proto/gen/textrelay/v1/search_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { derivedRoutes } from '../interface/derived_route.ts';
import type { OwnResources } from '../interface/resources.ts';
import { FaultyRowShape, renderFaultyRow } from '../resources/broadcasts/broadcast.ts';

/** In the order of the documents. */
const services: readonly DescService[] = [
  AccountService,
  PlanService,
  BroadcastService,
  SubscriptionService,
  IncomingWebhookService,
  ThreadService,
  SearchService,
  OptOutService,
  ContactService,
  InboxService,
  KeyService,
  PlatformService,
  ApprovalService,
  CarrierService,
  DeviceService,
  OperationsService,
  AuditEventService,
  RetentionService,
  ErasureService,
  UserService,
];

/** Those that say more than their messages. */
const own: OwnResources = {
  [FaultyRowSchema.typeName]: { Shape: FaultyRowShape, render: renderFaultyRow },
};

export const translatedRoutes = derivedRoutes(
  services.flatMap(({ methods }) => methods),
  own,
);
