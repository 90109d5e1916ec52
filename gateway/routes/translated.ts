// The routes of methods that HTTP only translates: those with a google.api.http rule.
import type { DescService } from '@bufbuild/protobuf';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { ApprovalService } from '../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { derivedRoutes } from '../interface/derived_route.ts';
import type { OwnResources } from '../interface/resources.ts';
import { MemberAccountShape, renderMemberAccount } from '../resources/accounts/account.ts';

const services: readonly DescService[] = [
  AccountService,
  ApprovalService,
  CarrierService,
  ContactService,
  DeviceService,
  KeyService,
  OperationsService,
  PlanService,
  PlatformService,
];

/** Resources that others still make by hand. */
const own: OwnResources = {
  'textrelay.v1.MemberAccount': { Shape: MemberAccountShape, render: renderMemberAccount },
};

export const translatedRoutes = derivedRoutes(
  services.flatMap(({ methods }) => methods),
  own,
);
