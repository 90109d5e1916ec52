// The body of a send (SPEC: Endpoints). Other fields are ignored, unless they are misspelt ones of these
// (edge/requests/known_fields.ts).
import { create } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import { type OutboundText, OutboundTextSchema, Route } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { invalidRequest } from '../errors/errors.ts';
import { waitedFor } from '../waiting/await_outcome.ts';
import { maxInstantLength, readInstant } from './instants.ts';
import { extension, flag, nullable, nullableOneOf } from './kinds.ts';
import { maxAddressLength, requireAddress, requireText } from './text_rules.ts';

/** Characters of a text, in code points. */
export const maxBodyLength = 1600;
export const maxClientRefLength = 64;
const maxFromLength = 64;

/** Seconds of a wait. */
export const longestWait = 25;

const routes = { device: Route.DEVICE, gateway: Route.GATEWAY } as const;

export const SendMessageBody = Type.Object(
  {
    address: Type.String({
      maxLength: maxAddressLength,
      description: 'A phone number: E.164 preferred; national formats are read in the account’s country.',
    }),
    body: Type.String({
      minLength: 1,
      maxLength: maxBodyLength,
      description:
        'The text. Characters are Unicode code points; U+0000 and halves of surrogates are refused.',
    }),
    client_ref: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: maxClientRefLength,
          description:
            'Idempotency key: one text for ever. A repeat answers the original and sends nothing. Choose a new one for ' +
            'each text, and keep it until the send is answered. Null is as left out.',
        }),
      ),
    ),
    route: Type.Optional(
      nullableOneOf(
        Object.keys(routes) as (keyof typeof routes)[],
        'The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone.',
      ),
    ),
    from: Type.Optional(
      extension(
        nullable(
          Type.String({
            minLength: 1,
            maxLength: maxFromLength,
            description:
              'What it must leave by: device:3, the SIM in slot 2 of it as device:3/2, or a number of the account, in E.164 ' +
              'or as it was assigned. It decides the route, and the text waits for it. Null is as left out: any.',
          }),
        ),
      ),
    ),
    send_at: Type.Optional(
      extension(
        nullable(
          Type.String({
            minLength: 1,
            maxLength: maxInstantLength,
            description:
              'Not to leave before: an instant with its offset (RFC 3339), at most 35 days ahead and not in the past; one of ' +
              'the last minute is now. Until then the text is queued, counts, and may be cancelled; its 24 hours in the queue ' +
              'begin then. Null is as left out: at once.',
          }),
        ),
      ),
    ),
    urgent: Type.Optional(
      extension(nullable(flag('True leaves at once, or at send_at, in quiet hours of the account as well.'))),
    ),
    wait_for: Type.Optional(
      extension(
        nullableOneOf(
          waitedFor,
          'Keeps the request open once the text is accepted. reply: until the recipient answers, or the text failed; the key ' +
            'must be one that may read. final: until the text is delivered or failed. Null is as left out: not at all.',
        ),
      ),
    ),
    wait: Type.Optional(
      extension(
        nullable(
          Type.Integer({
            minimum: 0,
            maximum: longestWait,
            description: `Seconds to wait, with wait_for. Null is as left out: ${longestWait}.`,
          }),
        ),
      ),
    ),
    dry_run: Type.Optional(
      extension(
        nullable(
          flag('True asks what would become of the text: it is judged as a send is, and nothing is sent.'),
        ),
      ),
    ),
  },
  { title: 'SendMessage', description: 'A text to send.' },
);

/** The text that a body asks to send. Throws INVALID_REQUEST or INVALID_ADDRESS for what protobuf cannot carry. */
export function readSendMessage(body: Static<typeof SendMessageBody>): OutboundText {
  const { client_ref: clientRef, route } = body;
  const text = create(OutboundTextSchema, {
    address: requireAddress(body.address),
    body: requireText(body.body, 'body'),
    route: route ? routes[route] : Route.UNSPECIFIED,
  });
  if (clientRef != null) text.clientRef = requireText(clientRef, 'client_ref');
  if (body.send_at != null) text.sendAt = readInstant(body.send_at, 'send_at');
  if (body.urgent) text.urgent = true;
  if (body.from != null) text.from = requireText(body.from, 'from');
  return text;
}

/** What a body asks to wait for, and for how long; undefined for nothing. Throws INVALID_REQUEST for a wait that there cannot be. */
export function readWait({ wait_for: waitFor, wait, dry_run: isDry }: Static<typeof SendMessageBody>) {
  if (waitFor == null) {
    if (wait != null) throw invalidRequest('wait needs wait_for: reply or final');
    return undefined;
  }
  if (isDry)
    throw invalidRequest(
      'only one of dry_run and wait_for may be given: a dry run sends nothing to wait for',
    );
  return { waitFor, waitSeconds: wait ?? longestWait };
}
