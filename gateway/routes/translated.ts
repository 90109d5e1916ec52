// The routes of methods that HTTP only translates: those with a google.api.http rule.
import type { DescService } from '@bufbuild/protobuf';
import { BroadcastService, FaultyRowSchema } from '../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { IncomingWebhookService } from '../../proto/gen/textrelay/v1/incoming_webhook_service_pb.ts';
import { SubscriptionService } from '../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { derivedRoutes } from '../interface/derived_route.ts';
import type { OwnResources } from '../interface/resources.ts';
import { FaultyRowShape, renderFaultyRow } from '../resources/broadcasts/broadcast.ts';

/** In the order of the documents. */
const services: readonly DescService[] = [
  BroadcastService,
  SubscriptionService,
  IncomingWebhookService,
  ContactService,
];

/** Those that say more than their messages. */
const own: OwnResources = {
  [FaultyRowSchema.typeName]: { Shape: FaultyRowShape, render: renderFaultyRow },
};

export const translatedRoutes = derivedRoutes(
  services.flatMap(({ methods }) => methods),
  own,
);
