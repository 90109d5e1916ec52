// A person, as they see themselves, and their passkeys.
import { Type } from 'typebox';
import type { Passkey, Person } from '../../../proto/gen/textrelay/v1/person_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, instantOrNull, missing, renderInstant, resource } from '../resource.ts';

const passkeyField = fieldOf<Passkey>();

export const { Shape: PasskeyShape, render: renderPasskey } = resource('Passkey', 'A passkey of a person.', {
  id: passkeyField(integer(1, 'Random.'), ({ id }) => toNumber(id)),
  name: passkeyField(text('What its owner called it.'), ({ name }) => name),
  created_at: passkeyField(instant('When it was added.'), ({ createdAt }) =>
    renderInstant(createdAt ?? missing()),
  ),
  last_used_at: passkeyField(
    nullable(instant('When somebody signed in with it last; null before.')),
    ({ lastUsedAt }) => instantOrNull(lastUsedAt),
  ),
});

const field = fieldOf<Person>();

export const { Shape: PersonShape, render: renderPerson } = resource(
  'Person',
  'A person, as they see themselves.',
  {
    id: field(integer(1, 'Random.'), ({ id }) => toNumber(id)),
    name: field(text('What others see.'), ({ name }) => name),
    email: field(text('In lower case.'), ({ email }) => email),
    email_proved: field(
      flag('True once something has shown that the e-mail address is theirs.'),
      ({ emailProved }) => emailProved,
    ),
    is_operator: field(flag('True for who runs the service.'), ({ isOperator }) => isOperator),
    totp: field(flag('True when a code of an app is asked for at sign-in.'), ({ totp }) => totp),
    recovery_codes_left: field(
      integer(0, 'Recovery codes that were not used yet.'),
      ({ recoveryCodesLeft }) => recoveryCodesLeft,
    ),
    passkeys: field(Type.Array(PasskeyShape), ({ passkeys }) => passkeys.map(renderPasskey)),
  },
);

export const PersonAnswer = Type.Object({ person: PersonShape }, { title: 'SignedIn' });
