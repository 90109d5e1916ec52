// The routes of methods that HTTP only translates: those with a google.api.http rule.
import type { DescService } from '@bufbuild/protobuf';
import { ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { UserService } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { derivedRoutes } from '../interface/derived_route.ts';

const services: readonly DescService[] = [ContactService, UserService];

export const translatedRoutes = derivedRoutes(services.flatMap(({ methods }) => methods));
