// What the gateway asks of the core in one call, by the method itself: one question, one answer, asked once. client.ts has
// what is grouped or repeated.
import {
  create,
  type DescMessage,
  type DescService,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { PeopleService } from '../../proto/gen/textrelay/v1/people_service_pb.ts';
import { PlanService } from '../../proto/gen/textrelay/v1/plan_service_pb.ts';
import type { Limits } from '../limits.ts';
import type { RpcChannel } from './channel.ts';
import type { Method } from './wire.ts';

/** A request of a browser: the core judges its session. One without a session is null. */
interface Asker {
  session: { secret: string } | null;
}

/** Asks one method: for a browser, or without `asker` for the gateway itself. Throws a Refusal. */
export type Ask = <I extends DescMessage, O extends DescMessage>(
  method: Method<I, O>,
  fields: MessageInitShape<I>,
  asker?: Asker,
) => Promise<MessageShape<O>>;

type Timeouts = Pick<Limits, 'readTimeoutMs' | 'sendTimeoutMs' | 'planTimeoutMs'>;

/** Binds it to the channel. A payment provider may take long, and so may passwords, of which few are judged at once. */
export function createAsk(
  channel: Pick<RpcChannel, 'unary'>,
  { readTimeoutMs, sendTimeoutMs, planTimeoutMs }: Timeouts,
): Ask {
  const timeouts = new Map<DescService, number>([
    [PlanService, planTimeoutMs],
    [PeopleService, sendTimeoutMs],
  ]);
  return (method, fields, asker) =>
    channel.unary(
      method,
      create(method.input, fields),
      timeouts.get(method.parent) ?? readTimeoutMs,
      asker && { session: asker.session?.secret ?? '' },
    );
}
