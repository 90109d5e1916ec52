// How a caller shows who it is. Programs that call incoming webhooks often have one place for a secret, and seldom the one for a header, so that a
// key comes as the token of Authorization: Bearer or as the password of Basic, whatever the user is. It never comes in the
// address, which proxies and senders write down.
import type { ForeignDoor } from '../edge/app.ts';
import { errorBody } from '../errors/error_body.ts';
import { readBasic } from '../keys/basic_credentials.ts';
import { readBearer } from '../keys/bearer.ts';

const password = /^[\x21-\x7e]{1,200}$/;

export const incomingWebhookDoor: ForeignDoor = {
  challenge: 'Bearer, Basic realm="Textrelay"',
  keyOf(_request, authorization) {
    const apiKey = readBearer(authorization) ?? readBasic(authorization)?.[1];
    return apiKey !== undefined && password.test(apiKey) ? { apiKey } : undefined;
  },
  render: (refusal) => ({ status: refusal.status, body: errorBody(refusal) }),
};
