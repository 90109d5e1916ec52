// How a client of the Model Context Protocol shows who it is: by an account's key as the token of Authorization: Bearer. A page of
// another site is refused, whatever key it has.
import type { BlockList } from 'node:net';
import type { FastifyRequest, preValidationHookHandler } from 'fastify';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { ForeignDoor } from '../edge/app.ts';
import { errorBody } from '../edge/error_body.ts';
import { Refusal } from '../edge/errors.ts';
import { refuseForeign } from '../session/same_origin.ts';

const bearer = /^bearer +([\x21-\x7e]{1,200})$/i;
/** Longer headers are as wrong as this much of them. */
const maxTargetLength = 64;

export const mcpDoor: ForeignDoor = {
  challenge: 'Bearer',
  keyOf({ headers }: FastifyRequest, authorization) {
    const apiKey = bearer.exec(authorization ?? '')?.[1];
    const target = headers['x-svc-account'];
    if (apiKey === undefined) return undefined;
    return typeof target === 'string'
      ? { apiKey, targetAccount: target.slice(0, maxTargetLength) }
      : { apiKey };
  },
  render: (refusal) => ({ status: refusal.status, body: errorBody(refusal) }),
};

/** Lets a request on that no page of another site can have sent. */
export const holdOrigin =
  (proxies: BlockList | undefined): preValidationHookHandler =>
  (request, _reply, done) => {
    const isForeign = refuseForeign(request, false, proxies) !== undefined;
    if (isForeign) done(new Refusal(ErrorCode.FORBIDDEN, 'pages of other sites cannot ask here: see Origin'));
    else done();
  };
