// The table of access: each method of the contract, and who may call it. A service that calls for an account key or a platform key has
// had the key judged at admission.
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts';
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AdminService } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { BillingService } from '../../proto/gen/textrelay/v1/billing_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ConsoleService } from '../../proto/gen/textrelay/v1/console_service_pb.ts';
import { ConsumerService } from '../../proto/gen/textrelay/v1/consumer_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PeopleAdminService } from '../../proto/gen/textrelay/v1/people_admin_service_pb.ts';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { QuietHoursService } from '../../proto/gen/textrelay/v1/quiet_hours_service_pb.ts';
import { SandboxService } from '../../proto/gen/textrelay/v1/sandbox_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UsageService } from '../../proto/gen/textrelay/v1/usage_service_pb.ts';
import { WebhookService } from '../../proto/gen/textrelay/v1/webhook_service_pb.ts';
import type { Who } from '../domain/caller.ts';

type Row = readonly [DescService, Readonly<Record<string, readonly Who[]>>];

/** The rows of a service; each of its methods must have one. */
const rowsOf = <S extends DescService>(
  service: S,
  rows: Readonly<Record<keyof S['method'], readonly Who[]>>,
): Row => [service, rows];

/** Every method for services alone: these carry a session in the request. They are to dissolve into the services above. */
const servicesOnly = (service: DescService): Row => [
  service,
  Object.fromEntries(service.methods.map(({ localName }) => [localName, ['service'] as const])),
];

const policy: readonly Row[] = [
  rowsOf(AccountService, {
    createAccount: ['service', 'operator'],
    getAccount: ['service'],
    listAccounts: ['service', 'operator'],
    updateAccount: ['service', 'operator'],
    suspendAccount: ['service'],
    resumeAccount: ['service'],
    listAccountsOfKey: ['service'],
    listTiers: ['service'],
  }),
  rowsOf(CarrierService, {
    takeCallback: ['service'],
    listCarriers: ['service', 'operator'],
    assignNumber: ['service', 'operator'],
    listNumbers: ['service', 'operator', 'member'],
    releaseNumber: ['service', 'operator'],
  }),
  rowsOf(KeyService, {
    createKey: ['service', 'admin'],
    listKeys: ['service', 'admin'],
    revokeKey: ['service', 'admin'],
  }),
  rowsOf(OperationsService, { getHealth: ['service', 'operator'] }),
  rowsOf(PeopleAdminService, {
    listPeople: ['service'],
    invitePerson: ['service', 'operator'],
    createFirstLink: ['service'],
    createResetLink: ['service'],
    setOperator: ['service'],
    markEmailProved: ['service'],
  }),
  rowsOf(PlatformService, {
    createPlatformKey: ['service', 'operator'],
    listPlatformKeys: ['service', 'operator'],
    revokePlatformKey: ['service', 'operator'],
    listPlatforms: ['service', 'admin'],
    getPlatform: ['service', 'admin'],
    linkPlatform: ['service', 'admin'],
    unlinkPlatform: ['service', 'admin'],
  }),
  ...[
    AccessService,
    AdminService,
    BillingService,
    ConsoleService,
    ConsumerService,
    Health,
    MessageService,
    OptOutService,
    PeopleService,
    PlanService,
    QuietHoursService,
    SandboxService,
    ServerReflection,
    ThreadService,
    UsageService,
    WebhookService,
  ].map(servicesOnly),
];

const table = new Map(
  policy.flatMap(([service, rows]) =>
    service.methods.map((method) => [`${service.typeName}/${method.name}`, rows[method.localName]] as const),
  ),
);

/** Who may call a method; nobody may call one that is not in the table. */
export const whoMayCall = ({ parent, name }: Pick<DescMethod, 'parent' | 'name'>): readonly Who[] =>
  table.get(`${parent.typeName}/${name}`) ?? [];
