// The command line's clients of one core. Every call carries the service credential and ends within 10 seconds.
import { type Client, createClient, type Interceptor } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AdminService } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { PeopleAdminService } from '../../proto/gen/textrelay/v1/people_admin_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { UsageService } from '../../proto/gen/textrelay/v1/usage_service_pb.ts';
import { minVersion } from '../../runtime/tls/tls_files.ts';
import type { Connection } from './config.ts';

/** Each call's deadline, in milliseconds. */
const deadlineMs = 10_000;
/** Largest answer, in bytes: the 10,000 accounts of a platform key, all of the longest names, take less. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** What a command may ask of the core. */
export interface CoreClient {
  admin: Client<typeof AdminService>;
  accounts: Client<typeof AccountService>;
  people: Client<typeof PeopleAdminService>;
  usage: Client<typeof UsageService>;
  places: Client<typeof PlaceService>;
  /** Drops the connection, if one was made. */
  close(): void;
}

/** Clients of the core at `connection`; connects with the first call. */
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
  return {
    admin: createClient(AdminService, transport),
    accounts: createClient(AccountService, transport),
    people: createClient(PeopleAdminService, transport),
    usage: createClient(UsageService, transport),
    places: createClient(PlaceService, transport),
    close: () => sessionManager.abort(),
  };
}
