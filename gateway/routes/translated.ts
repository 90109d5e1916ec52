// The routes of methods that HTTP only translates: those with a google.api.http rule.
import type { DescService } from '@bufbuild/protobuf';
import { AuditEventService } from '../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { ErasureService } from '../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { InboxService } from '../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { RetentionService } from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { derivedRoutes } from '../interface/derived_route.ts';

const services: readonly DescService[] = [
  AuditEventService,
  ContactService,
  ErasureService,
  InboxService,
  OptOutService,
  RetentionService,
  ThreadService,
  UserService,
];

export const translatedRoutes = derivedRoutes(services.flatMap(({ methods }) => methods));
