// A person, as they see themselves: their passkeys, the browsers in which they are signed in, and the changes of how they
// sign in; and what a link is for that somebody opens.
import { Type } from 'typebox';
import {
  type BrowserSession,
  type Passkey,
  type SecurityEvent,
  SecurityEventKind,
  type User,
} from '../../../proto/gen/textrelay/v1/user_pb.ts';
import { type GetLinkResponse, LinkKind } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { flag, instant, integer, nullable, nullableOneOf, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';
import { renderRole, roleNames } from './member.ts';

export const { Shape: PasskeyShape, render: renderPasskey } = madeOf<Passkey>().resource(
  'Passkey',
  'A passkey of a person.',
  {
    id: integer(1, 'Random.'),
    name: text('What its owner called it.'),
    created_at: instant('When it was added.'),
    last_used_at: nullable(instant('When somebody signed in with it last; null before.')),
  },
);

const ofUser = madeOf<User>();

export const { Shape: UserShape, render: renderUser } = ofUser.resource(
  'User',
  'A person, as they see themselves.',
  {
    id: integer(1, 'Random.'),
    name: text('What others see.'),
    email: text('In lower case.'),
    email_verified: flag('True once something has shown that the e-mail address is theirs.'),
    is_operator: flag('True for who runs the service.'),
    totp: flag('True when a code of an app is asked for at sign-in.'),
    recovery_codes_left: integer(0, 'Recovery codes that were not used yet.'),
    passkeys: ofUser.field(Type.Array(PasskeyShape), ({ passkeys }) => passkeys.map(renderPasskey)),
    language: nullable(text('What is mailed to them is in it, as `en`; null where nothing has said it yet.')),
  },
);

export const { Shape: UserRecordShape, render: renderUserRecord } = ofUser.resource(
  'UserRecord',
  'A person, as the operator sees them.',
  {
    id: integer(1, 'Random.'),
    name: text('What others see.'),
    email: text('In lower case.'),
    email_verified: flag('True once something has shown that the e-mail address is theirs.'),
    is_operator: flag('True for who runs the service.'),
    totp: flag('True when a code of an app is asked for at sign-in.'),
    accounts: integer(0, 'How many accounts they are in.'),
    created_at: instant('When they signed up.'),
  },
);

export const UserAnswer = Type.Object({ user: UserShape }, { title: 'SignedIn' });

export const { Shape: SessionShape, render: renderSession } = madeOf<BrowserSession>().resource(
  'Session',
  'A browser in which a person is signed in.',
  {
    id: integer(1, 'Random.'),
    is_this: flag('True for the one that asks.'),
    created_at: instant('When somebody signed in.'),
    last_seen_at: instant('When it was used last, within a minute.'),
    address: text('The network address that it was opened from; of an IPv6 one the first 64 bits.'),
    user_agent: text('As the browser called itself then.'),
  },
);

const changeKinds = names({
  [SecurityEventKind.NEW_PASSWORD]: 'new_password',
  [SecurityEventKind.NEW_PASSWORD_WITHOUT_PASSKEYS]: 'new_password_without_passkeys',
  [SecurityEventKind.PASSKEY_ADDED]: 'passkey_added',
  [SecurityEventKind.PASSKEY_REMOVED]: 'passkey_removed',
  [SecurityEventKind.SECOND_FACTOR_ON]: 'second_factor_on',
  [SecurityEventKind.SECOND_FACTOR_OFF]: 'second_factor_off',
  [SecurityEventKind.NEW_START]: 'new_start',
  [SecurityEventKind.NEW_EMAIL]: 'new_email',
  [SecurityEventKind.FORGOTTEN_PASSWORD]: 'forgotten_password',
});

const ofChange = madeOf<SecurityEvent>();

export const { Shape: SecurityEventShape, render: renderSecurityEvent } = ofChange.resource(
  'SecurityEvent',
  'A change of how a person signs in.',
  {
    id: integer(1, 'Random.'),
    kind: ofChange.field(changeKinds.schema('What changed.'), ({ kind }) => changeKinds.of(kind)),
    at: instant('When.'),
    address: text('The network address that asked for it; of an IPv6 one the first 64 bits.'),
  },
);

const linkKinds = names({
  [LinkKind.FIRST_USER]: 'first_user',
  [LinkKind.INVITATION]: 'invitation',
  [LinkKind.RESET]: 'reset',
  [LinkKind.EMAIL]: 'email',
  [LinkKind.PASSWORD]: 'password',
});

const ofLink = madeOf<GetLinkResponse>();

export const { Shape: LinkShape, render: renderLink } = ofLink.resource('Link', 'The purpose of a link.', {
  kind: ofLink.field(
    linkKinds.schema(
      'What the link does: makes the first person, invites into an account, makes a new start for somebody (`reset`), shows ' +
        'whose an e-mail address is, or sets a new password in place of a forgotten one.',
    ),
    ({ kind }) => linkKinds.of(kind),
  ),
  account_name: nullable(text('The account that it leads into.')),
  email: nullable(text('Whom it was made for.')),
  role: ofLink.field(nullableOneOf(roleNames, 'What they will be in the account.'), ({ role }) =>
    role === undefined ? null : renderRole(role),
  ),
  expires_at: instant('When it ends.'),
});
