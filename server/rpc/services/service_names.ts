// The services whose health can be asked.

import { Health } from '../../../proto/gen/grpc/health/v1/health_pb.ts';
import { AccessService } from '../../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AdminService } from '../../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { BillingService } from '../../../proto/gen/textrelay/v1/billing_service_pb.ts';
import { CarrierService } from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ConsoleOperatorService } from '../../../proto/gen/textrelay/v1/console_operator_service_pb.ts';
import { ConsoleService } from '../../../proto/gen/textrelay/v1/console_service_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OptOutService } from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlaceService } from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlanService } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { QuietHoursService } from '../../../proto/gen/textrelay/v1/quiet_hours_service_pb.ts';
import { SandboxService } from '../../../proto/gen/textrelay/v1/sandbox_service_pb.ts';
import { ThreadService } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UsageService } from '../../../proto/gen/textrelay/v1/usage_service_pb.ts';

const services = [
  MessageService,
  ThreadService,
  OptOutService,
  QuietHoursService,
  PlaceService,
  UsageService,
  AccountService,
  PeopleService,
  PlanService,
  BillingService,
  CarrierService,
  SandboxService,
  AccessService,
  DeviceService,
  KeyService,
  AdminService,
  ConsoleService,
  ConsoleOperatorService,
];

export const serviceNames = services.map((service) => service.typeName);

/** What reflection lists. */
export const reflectedServices = [...services, Health];
