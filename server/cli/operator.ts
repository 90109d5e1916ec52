// All that the operator asks of the core, as one client: each method under its own name, whichever service has it.
import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AdminService } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { ConsumerService } from '../../proto/gen/textrelay/v1/consumer_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { UsageService } from '../../proto/gen/textrelay/v1/usage_service_pb.ts';
import { WebhookService } from '../../proto/gen/textrelay/v1/webhook_service_pb.ts';

/** Asks the core as a service, so that each method judges no session. */
export type Operator = Client<typeof AccountService> &
  Client<typeof AdminService> &
  Client<typeof ConsumerService> &
  Client<typeof KeyService> &
  Client<typeof PeopleService> &
  Client<typeof UsageService> &
  Client<typeof WebhookService>;

/** Binds the methods to a transport that shows the service credential. */
export const createOperator = (transport: Transport): Operator => ({
  ...createClient(AccountService, transport),
  ...createClient(AdminService, transport),
  ...createClient(ConsumerService, transport),
  ...createClient(KeyService, transport),
  ...createClient(PeopleService, transport),
  ...createClient(UsageService, transport),
  ...createClient(WebhookService, transport),
});
