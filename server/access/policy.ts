// The table of access: each method of the contract, and who may call it. A service that calls for an account key or a platform key has
// had the key judged at admission.
import type { DescMethod, DescService } from '@bufbuild/protobuf';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts';
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { BillingService } from '../../proto/gen/textrelay/v1/billing_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { QuietHoursService } from '../../proto/gen/textrelay/v1/quiet_hours_service_pb.ts';
import { SandboxService } from '../../proto/gen/textrelay/v1/sandbox_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { UsageService } from '../../proto/gen/textrelay/v1/usage_service_pb.ts';
import type { Who } from '../domain/caller.ts';

type Row = readonly [DescService, Readonly<Record<string, readonly Who[]>>];

/** The rows of a service; each of its methods must have one. */
const rowsOf = <S extends DescService>(
  service: S,
  rows: Readonly<Record<keyof S['method'], readonly Who[]>>,
): Row => [service, rows];

/** Every method for services alone: what they do for an account, its key was admitted for. */
const servicesOnly = (service: DescService): Row => [
  service,
  Object.fromEntries(service.methods.map(({ localName }) => [localName, ['service'] as const])),
];

const policy: readonly Row[] = [
  rowsOf(AccountService, {
    createAccount: ['service', 'operator'],
    getAccount: ['service'],
    getOverview: ['member'],
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
  rowsOf(DeviceService, {
    createPairingCode: ['service', 'admin'],
    listDevices: ['service', 'member'],
    revokeDevice: ['service', 'admin'],
    setSimBudget: ['service', 'admin'],
    listDeviceAddresses: ['service', 'member'],
  }),
  rowsOf(KeyService, {
    createKey: ['service', 'admin'],
    listKeys: ['service', 'admin'],
    revokeKey: ['service', 'admin'],
  }),
  rowsOf(OperationsService, { getHealth: ['service', 'operator'] }),
  rowsOf(PeopleService, {
    getStart: ['anybody'],
    getLink: ['anybody'],
    signUp: ['anybody'],
    signIn: ['anybody'],
    signInByCode: ['anybody'],
    askPasskey: ['anybody'],
    signInByPasskey: ['anybody'],
    signOut: ['anybody'],
    acceptLink: ['person'],
    getMe: ['person'],
    renamePerson: ['person'],
    askProof: ['person'],
    prove: ['person'],
    listSignInChanges: ['person'],
    changePassword: ['person'],
    askEmail: ['person'],
    proveEmail: ['person'],
    startTotp: ['person'],
    confirmTotp: ['person'],
    removeTotp: ['person'],
    askNewPasskey: ['person'],
    addPasskey: ['person'],
    removePasskey: ['person'],
    listSessions: ['person'],
    endSession: ['person'],
    endAllSessions: ['person'],
    enterAccount: ['member'],
    listMembers: ['member'],
    // A member removes themselves alone: app/people/members.ts.
    removeMember: ['member'],
    getMemberAccount: ['member'],
    updateMemberAccount: ['admin'],
    setMemberRole: ['admin'],
    revokeInvitation: ['admin'],
    invitePerson: ['service', 'operator', 'admin'],
    openAccount: ['operator'],
    listPeople: ['service'],
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
  rowsOf(MessageService, {
    sendMessages: ['service'],
    previewMessages: ['service', 'member'],
    getMessage: ['service', 'member'],
    listMessages: ['service', 'member'],
    cancelMessage: ['service'],
    listMessageEvents: ['service'],
    listChanges: ['service'],
    watchChanges: ['service'],
    listCursors: ['service'],
  }),
  rowsOf(PlanService, {
    changePlan: ['service'],
    previewPlan: ['service', 'admin'],
  }),
  rowsOf(ThreadService, {
    listThreads: ['service'],
    listThreadMessages: ['service'],
    listUnreadThreads: ['member'],
    markThreadRead: ['member'],
  }),
  ...[
    AccessService,
    BillingService,
    Health,
    OptOutService,
    PlaceService,
    QuietHoursService,
    SandboxService,
    ServerReflection,
    UsageService,
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
