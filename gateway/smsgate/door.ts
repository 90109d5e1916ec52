// How programs written for SMS Gateway for Android bring their key, as the password of any user or as a token, and how they are
// refused: with a sentence, and the HTTP status as its code.
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { ForeignDoor } from '../edge/app.ts';
import { publicError } from '../errors/error_codes.ts';
import { Refusal } from '../errors/errors.ts';
import { readBasic } from '../keys/basic_credentials.ts';

const bearer = /^bearer +(\S+)$/i;
const keyForm = /^[\x21-\x7e]{1,200}$/;

export const smsgateDoor: ForeignDoor = {
  challenge: 'Basic realm="Textrelay", Bearer',
  keyOf(_request, authorization = '') {
    const apiKey = bearer.exec(authorization)?.[1] ?? readBasic(authorization)?.[1] ?? '';
    return keyForm.test(apiKey) ? { apiKey } : undefined;
  },
  render: ({ message, status, code }) => ({
    status,
    body: JSON.stringify({
      message:
        code === ErrorCode.INVALID_API_KEY ? 'the password, or the token, must be an account key' : message,
      code: status,
      data: { code: publicError(code).code },
    }),
  }),
};

/** The refusal of what their interface has and this one has not, with what serves instead. */
export const notServed = (what: string, instead: string) =>
  new Refusal(ErrorCode.INVALID_REQUEST, `${what} not served here: ${instead}`, { status: 501 });

/** The refusal of an id that stands for another message, or for another webhook. */
export const idTaken = () =>
  new Refusal(ErrorCode.INVALID_REQUEST, 'the id stands for another one: choose a new id', { status: 409 });
