// The services whose health can be asked.

import { Health } from '../../../proto/gen/grpc/health/v1/health_pb.ts';
import { AccessService } from '../../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { CarrierService } from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { OptOutService } from '../../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlaceService } from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlanService } from '../../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { ThreadService } from '../../../proto/gen/textrelay/v1/thread_service_pb.ts';

const services = [
  MessageService,
  ThreadService,
  OptOutService,
  AccountService,
  PlaceService,
  PeopleService,
  PlanService,
  CarrierService,
  AccessService,
  DeviceService,
  KeyService,
  PlatformService,
  OperationsService,
];

export const serviceNames = services.map((service) => service.typeName);

/** What reflection lists. */
export const reflectedServices = [...services, Health];
