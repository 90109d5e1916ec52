// How a client of the Model Context Protocol shows who it is: by an account's key as the token of Authorization: Bearer. A page of
// another site is refused, whatever key it has.
import type { BlockList } from 'node:net';
import type { preValidationHookHandler } from 'fastify';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { ForeignDoor } from '../edge/app.ts';
import { errorBody } from '../errors/error_body.ts';
import { Refusal } from '../errors/errors.ts';
import { bearerKey } from '../keys/bearer.ts';
import { refuseForeign } from '../session/same_origin.ts';

export const mcpDoor: ForeignDoor = {
  challenge: 'Bearer',
  keyOf: bearerKey,
  render: (refusal) => ({ status: refusal.status, body: errorBody(refusal) }),
};

/** An origin that no name server can point elsewhere: this machine, or an address. */
const isUnnamed = (origin: string) =>
  /^https?:\/\/(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])(:\d+)?$/i.test(origin);

/**
 * Lets a request on that no page of another site can have sent. A page whose name its owner points at this service (DNS
 * rebinding) has our host for its own; no page of ours asks here, so that no name needs to be let in.
 */
export const holdOrigin =
  (proxies: BlockList | undefined): preValidationHookHandler =>
  (request, _reply, done) => {
    const { origin } = request.headers;
    const isForeign =
      refuseForeign(request, false, proxies) !== undefined || (origin !== undefined && !isUnnamed(origin));
    if (isForeign) done(new Refusal(ErrorCode.FORBIDDEN, 'pages of other sites cannot ask here: see Origin'));
    else done();
  };
