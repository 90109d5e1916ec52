// All that the operator asks of the core, as one client: each method under its own name, whichever service has it.
import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { CarrierService } from '../../proto/gen/textrelay/v1/carrier_service_pb.ts';
import { DeviceService } from '../../proto/gen/textrelay/v1/device_service_pb.ts';
import { KeyService } from '../../proto/gen/textrelay/v1/key_service_pb.ts';
import { OperationsService } from '../../proto/gen/textrelay/v1/operations_service_pb.ts';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlaceService } from '../../proto/gen/textrelay/v1/place_service_pb.ts';
import { PlatformService } from '../../proto/gen/textrelay/v1/platform_service_pb.ts';

/** Asks the core as a service, so that each method judges no session. */
export type Operator = Client<typeof AccountService> &
  Client<typeof CarrierService> &
  Client<typeof DeviceService> &
  Client<typeof KeyService> &
  Client<typeof OperationsService> &
  Client<typeof PeopleService> &
  Client<typeof PlaceService> &
  Client<typeof PlatformService> &
  Client<typeof AccountService>;

/** Binds the methods to a transport that shows the service credential. */
export const createOperator = (transport: Transport): Operator => ({
  ...createClient(AccountService, transport),
  ...createClient(CarrierService, transport),
  ...createClient(DeviceService, transport),
  ...createClient(KeyService, transport),
  ...createClient(OperationsService, transport),
  ...createClient(PeopleService, transport),
  ...createClient(PlaceService, transport),
  ...createClient(PlatformService, transport),
  ...createClient(AccountService, transport),
});
