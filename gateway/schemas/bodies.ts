// What requests may hold (SPEC: Endpoints). Fields that are not here are ignored.
import { Type } from 'typebox';
import { nullable, nullableOneOf, text } from './kinds.ts';
import { routeNames } from './resources.ts';
import { maxAddressLength } from './text_rules.ts';

/** Characters of a text, in code points. */
export const maxBodyLength = 1600;
export const maxClientRefLength = 64;

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
        routeNames,
        'The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone.',
      ),
    ),
  },
  { title: 'SendMessage', description: 'A text to send.' },
);

/** The plan's name is judged by the core, which answers unknown_plan. */
export const ChangePlanBody = Type.Object(
  { plan: text('One of starter, growth, pro; any other is unknown_plan.') },
  { title: 'ChangePlan', description: 'The plan to change to.' },
);
