// The command line's client of one core: each method under its own name, whichever service has it. Every call carries the
// service credential and ends within 10 seconds.
import { type Client, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { AccountService } from '../../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AuditEventService } from '../../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { CarrierService } from '../../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../../proto/gen/textrelay/v1/device_service_pb.ts';
import { ErasureService } from '../../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { IncomingWebhookService } from '../../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { KeyService } from '../../../proto/gen/textrelay/v1/key_service_pb.ts';
import { MessageService } from '../../../proto/gen/textrelay/v1/message_service_pb.ts';
import { OperationsService } from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { PlatformService } from '../../../proto/gen/textrelay/v1/platform_service_pb.ts';
import { RetentionService } from '../../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { SubscriptionService } from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { minVersion } from '../../../runtime/tls/tls_files.ts';
import type { Connection } from './config.ts';

/** Each call's deadline, in milliseconds. */
const deadlineMs = 10_000;
/** Largest answer, in bytes: the 10,000 accounts of a platform key, all of the longest names, take less. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** All that the operator asks of the core, as a service, so that no session is judged. */
export type Operator = Client<typeof AccountService> &
  Client<typeof CarrierService> &
  Client<typeof AuditEventService> &
  Client<typeof DeviceService> &
  Client<typeof ErasureService> &
  Client<typeof IncomingWebhookService> &
  Client<typeof KeyService> &
  Client<typeof MessageService> &
  Client<typeof OperationsService> &
  Client<typeof UserService> &
  Client<typeof SubscriptionService> &
  Client<typeof PlatformService> &
  Client<typeof RetentionService>;

/** Binds the methods to a transport that shows the service credential. */
export const createOperator = (transport: Transport): Operator => ({
  ...createClient(AccountService, transport),
  ...createClient(CarrierService, transport),
  ...createClient(AuditEventService, transport),
  ...createClient(DeviceService, transport),
  ...createClient(ErasureService, transport),
  ...createClient(IncomingWebhookService, transport),
  ...createClient(KeyService, transport),
  ...createClient(MessageService, transport),
  ...createClient(OperationsService, transport),
  ...createClient(UserService, transport),
  ...createClient(SubscriptionService, transport),
  ...createClient(PlatformService, transport),
  ...createClient(RetentionService, transport),
});

/** The calls that a command may make. */
export interface CoreClient extends Operator {
  /** Drops the connection, if one was made. */
  close(): void;
}

/** A client of the core at `connection`; connects with the first call. */
export function openCore({ core, serviceToken, tls }: Connection): CoreClient {
  const baseUrl = `${tls ? 'https' : 'http'}://${core}`;
  const sessionManager = new Http2SessionManager(
    baseUrl,
    undefined,
    tls && { ...tls.texts, minVersion, ...(tls.name !== undefined && { servername: tls.name }) },
  );
  const authorize: Interceptor = (next) => (request) => {
    request.header.set('authorization', `Bearer ${serviceToken}`);
    return next(request);
  };
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager,
    interceptors: [authorize],
    defaultTimeoutMs: deadlineMs,
    readMaxBytes: maxAnswerBytes,
  });
  return { ...createOperator(transport), close: () => sessionManager.abort() };
}
