// All that the operator asks of the core, as one client: each method under its own name, whichever service has it.
import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { AdminService } from '../../proto/gen/textrelay/v1/admin_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { UsageService } from '../../proto/gen/textrelay/v1/usage_service_pb.ts';

/** Asks the core as a service, so that each method judges no session. */
export type Operator = Client<typeof AccountService> &
  Client<typeof AdminService> &
  Client<typeof DeviceService> &
  Client<typeof KeyService> &
  Client<typeof PeopleService> &
  Client<typeof PlaceService> &
  Client<typeof UsageService>;

/** Binds the methods to a transport that shows the service credential. */
export const createOperator = (transport: Transport): Operator => ({
  ...createClient(AccountService, transport),
  ...createClient(AdminService, transport),
  ...createClient(DeviceService, transport),
  ...createClient(KeyService, transport),
  ...createClient(PeopleService, transport),
  ...createClient(PlaceService, transport),
  ...createClient(UsageService, transport),
});
