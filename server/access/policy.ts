// The table of access: each method of the contract, and who may call it. Keys are judged by it at admission, and the gateway then calls
// as a service. Sessions are judged by it there, where they come to a URL that keys may use, and else in caller.ts.
import type { DescService } from '@bufbuild/protobuf';
import { Health } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { ServerReflection } from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts';
import { AccessService } from '../../proto/gen/textrelay/v1/access_service_pb.ts';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { ChangeService } from '../../proto/gen/textrelay/v1/change_service_pb.ts';
import { ConfirmationService } from '../../proto/gen/textrelay/v1/confirmation_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErasureService } from '../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { HookService } from '../../proto/gen/textrelay/v1/hook_service_pb.ts';
import { InboxService } from '../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { RetentionService } from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { SearchService } from '../../proto/gen/textrelay/v1/search_service_pb.ts';
import { SendingService } from '../../proto/gen/textrelay/v1/sending_service_pb.ts';
import { ThreadService } from '../../proto/gen/textrelay/v1/thread_service_pb.ts';
import { methodName } from '../../runtime/method_name.ts';
import type { Who } from '../domain/access/caller.ts';

type Row = readonly [DescService, Readonly<Record<string, readonly Who[]>>];

/** The rows of a service; each of its methods must have one. */
const rowsOf = <S extends DescService>(
  service: S,
  rows: Readonly<Record<keyof S['method'], readonly Who[]>>,
): Row => [service, rows];

/** Every method for services alone. */
const servicesOnly = (service: DescService): Row => [
  service,
  Object.fromEntries(service.methods.map(({ localName }) => [localName, ['service'] as const])),
];

/** For the keys of an account, and each of its people. */
const ofKey = ['service', 'account key', 'viewer'] as const;
/** For the keys of an account, and its people but those who only look. */
const ofKeyOrMember = ['service', 'account key', 'member'] as const;
/** For the keys of an account, and of its people the admins alone. */
const ofKeyOrAdmin = ['service', 'account key', 'admin'] as const;

const policy: readonly Row[] = [
  rowsOf(AccountService, {
    createAccount: ['service', 'operator'],
    getAccount: ofKey,
    getOverview: ['viewer'],
    listAccounts: ['service', 'operator'],
    updateAccount: ['service', 'operator'],
    renameAccount: ['admin'],
    setSuspension: ['service', 'operator'],
    listAccountsOfKey: [...ofKey, 'platform key'],
    listTiers: ['service'],
    getUsage: [...ofKey, 'platform key'],
    listFigures: ofKey,
    getQuietHours: ofKey,
    setQuietHours: ofKeyOrAdmin,
  }),
  rowsOf(CarrierService, {
    takeCallback: ['service'],
    listCarriers: ['service', 'operator'],
    listDeadLetters: ['service', 'operator'],
    assignNumber: ['service', 'operator'],
    listNumbers: ['service', 'operator', 'viewer'],
    releaseNumber: ['service', 'operator'],
  }),
  rowsOf(ChangeService, { listAccountChanges: ['service', 'owner'] }),
  rowsOf(ConfirmationService, {
    listConfirmations: ['service', 'member'],
    decideConfirmation: ['service', 'member'],
    createConfirmationLink: ['service', 'member'],
    // A link is its own right.
    getConfirmationLink: ['anybody'],
    decideByLink: ['anybody'],
  }),
  rowsOf(ContactService, {
    listContacts: ofKey,
    findContacts: ofKey,
    getContact: ofKey,
    putContact: ofKeyOrMember,
    updateContact: ofKeyOrMember,
    deleteContact: ofKeyOrMember,
    checkContacts: ofKeyOrAdmin,
    importContacts: ofKeyOrAdmin,
    listContactGroups: ofKey,
    putContactGroup: ofKeyOrMember,
    getContactGroup: ofKey,
    renameContactGroup: ofKeyOrMember,
    deleteContactGroup: ofKeyOrAdmin,
    listGroupMembers: ofKey,
    changeGroupMembers: ofKeyOrMember,
  }),
  rowsOf(DeviceService, {
    createPairingCode: ['service', 'admin'],
    listDevices: ofKey,
    revokeDevice: ['service', 'admin'],
    setSimBudget: ['service', 'admin'],
    listDeviceAddresses: ['service', 'viewer'],
  }),
  rowsOf(ErasureService, {
    eraseRecipient: ['service', 'owner'],
    eraseAccount: ['service', 'owner'],
    listErasures: ['service', 'owner'],
  }),
  rowsOf(HookService, {
    putHook: ofKeyOrAdmin,
    getHook: ofKey,
    listHooks: ofKey,
    deleteHook: ofKeyOrAdmin,
    previewHook: ofKeyOrAdmin,
    // Programs call hooks, and bring keys.
    callHook: ['service', 'account key'],
  }),
  rowsOf(InboxService, {
    getThreadState: ['viewer'],
    setThreadDone: ['member'],
    assignThread: ['member'],
    addThreadNote: ['member'],
    // A member removes their own alone: app/conversations/thread_states.ts.
    removeThreadNote: ['member'],
    noteWriting: ['member'],
    listWriters: ['viewer'],
    listCannedAnswers: ['viewer'],
    putCannedAnswer: ['member'],
    removeCannedAnswer: ['member'],
    getInboxSettings: ['person'],
    setInboxSettings: ['person'],
    setDigest: ['person'],
    getInboxRules: ['viewer'],
    setInboxRules: ['admin'],
  }),
  rowsOf(KeyService, {
    createKey: ['service', 'admin'],
    listKeys: ['service', 'admin'],
    changeKey: ['service', 'admin'],
    describeKey: ['service'],
    listKeyRefusals: ['service', 'admin'],
    revokeKey: ['service', 'admin'],
  }),
  rowsOf(OperationsService, {
    getHealth: ['service', 'operator'],
    examine: ['service'],
    listAlerts: ['service'],
    testAlerts: ['service'],
    getServiceDay: ['service', 'operator'],
    getTextOfAccount: ['service', 'operator'],
    countHeldTexts: ['service', 'operator'],
    decideHeldTexts: ['service', 'operator'],
  }),
  rowsOf(PeopleService, {
    getStart: ['anybody'],
    getLink: ['anybody'],
    signUp: ['anybody'],
    signIn: ['anybody'],
    askPasskey: ['anybody'],
    askNewPassword: ['anybody'],
    setNewPassword: ['anybody'],
    signOut: ['anybody'],
    acceptLink: ['person'],
    getMe: ['person'],
    renamePerson: ['person'],
    setLanguage: ['person'],
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
    enterAccount: ['viewer'],
    listMembers: ['viewer'],
    // Who is no admin removes themselves alone: app/people/members.ts.
    removeMember: ['viewer'],
    setMemberRole: ['admin'],
    revokeInvitation: ['admin'],
    invitePerson: ['service', 'operator', 'admin'],
    listPeople: ['service', 'operator'],
    getPerson: ['service', 'operator'],
    createFirstLink: ['service'],
    createResetLink: ['service'],
    updatePerson: ['service'],
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
    sendMessages: ofKeyOrMember,
    previewMessages: ofKeyOrMember,
    getMessage: ofKey,
    listMessages: ofKey,
    listMessagesByRef: ofKey,
    cancelMessage: ofKeyOrMember,
    listMessageEvents: ofKey,
    listChanges: ofKey,
    listOutcomes: ofKey,
    watchChanges: ['service'],
    listCursors: ['service'],
  }),
  rowsOf(OptOutService, {
    listOptOuts: ofKey,
    addOptOut: ofKeyOrAdmin,
    removeOptOut: ofKeyOrAdmin,
    importOptOuts: ofKeyOrAdmin,
    getOptOutSettings: ofKey,
    setOptOutSettings: ofKeyOrAdmin,
  }),
  rowsOf(PlaceService, {
    listPlaces: ofKey,
    listTroubledWebhooks: ['service'],
    putConsumer: ofKeyOrAdmin,
    putWebhook: ofKeyOrAdmin,
    getPlace: ofKey,
    deletePlace: ofKeyOrAdmin,
    movePlace: ofKeyOrAdmin,
    leaseConsumer: ofKeyOrAdmin,
    ackConsumer: ofKeyOrAdmin,
    rotateWebhook: ofKeyOrAdmin,
    testWebhook: ofKeyOrAdmin,
    switchWebhook: ofKeyOrAdmin,
    listWebhookAttempts: ofKey,
  }),
  rowsOf(PlanService, {
    changePlan: ['service', 'account key', 'platform key', 'admin'],
    previewPlan: ['service', 'admin'],
    getRenewal: ['service', 'admin'],
    openPortal: ['service', 'admin'],
    receiveEvent: ['service'],
    returnFromCheckout: ['service'],
    getSandboxCheckout: ['service'],
    actOnSandboxCheckout: ['service'],
  }),
  rowsOf(RetentionService, {
    getRetention: ['service', 'viewer'],
    // What is deleted cannot be brought back.
    setRetention: ['service', 'owner'],
    exportAccount: ['service', 'owner'],
  }),
  rowsOf(SearchService, { search: ofKey }),
  rowsOf(SendingService, {
    createSending: ofKeyOrMember,
    putSendingRows: ofKeyOrMember,
    startSending: ofKeyOrMember,
    getSending: ofKey,
    listSendings: ofKey,
    pauseSending: ofKeyOrMember,
    resumeSending: ofKeyOrMember,
    cancelSending: ofKeyOrMember,
    listSendingRows: ofKey,
    createFailedSending: ofKeyOrMember,
  }),
  rowsOf(ThreadService, {
    listThreads: ofKey,
    listThreadMessages: ofKey,
    listUnreadThreads: ['viewer'],
    countThreads: ['viewer'],
    // What somebody has read is their own.
    markThreadRead: ['viewer'],
  }),
  ...[AccessService, Health, ServerReflection].map(servicesOnly),
];

/** The services that reflection lists. */
export const reflectedServices = policy.map(([service]) => service).filter((of) => of !== ServerReflection);

/** The services whose health can be asked. */
export const serviceNames = reflectedServices.filter((of) => of !== Health).map(({ typeName }) => typeName);

const table = new Map(
  policy.flatMap(([service, rows]) =>
    service.methods.map((method) => [methodName(method), rows[method.localName]] as const),
  ),
);

/** The callers that a method, named as MessageService/SendMessages, is open to; none for a method that is not in the table. */
export const whoMayCall = (method: string): readonly Who[] => table.get(method) ?? [];
