// The browsers in which a person is signed in, and the changes of how they sign in.
import {
  type BrowserSession,
  type SignInChange,
  SignInChangeKind,
} from '../../../proto/gen/textrelay/v1/person_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, text } from '../kinds.ts';
import { fieldOf, missing, names, renderInstant, resource } from '../resource.ts';

const field = fieldOf<BrowserSession>();

export const { Shape: SessionShape, render: renderSession } = resource(
  'Session',
  'A browser in which a person is signed in.',
  {
    id: field(integer(1, 'Random.'), ({ id }) => toNumber(id)),
    is_this: field(flag('True for the one that asks.'), ({ isThis }) => isThis),
    created_at: field(instant('When somebody signed in.'), ({ createdAt }) =>
      renderInstant(createdAt ?? missing()),
    ),
    last_seen_at: field(instant('When it was used last, within a minute.'), ({ lastSeenAt }) =>
      renderInstant(lastSeenAt ?? missing()),
    ),
    address: field(
      text('The network address that it was opened from; of an IPv6 one the first 64 bits.'),
      ({ address }) => address,
    ),
    user_agent: field(text('As the browser called itself then.'), ({ userAgent }) => userAgent),
  },
);

const changeKinds = names({
  [SignInChangeKind.NEW_PASSWORD]: 'new_password',
  [SignInChangeKind.NEW_PASSWORD_WITHOUT_PASSKEYS]: 'new_password_without_passkeys',
  [SignInChangeKind.PASSKEY_ADDED]: 'passkey_added',
  [SignInChangeKind.PASSKEY_REMOVED]: 'passkey_removed',
  [SignInChangeKind.SECOND_FACTOR_ON]: 'second_factor_on',
  [SignInChangeKind.SECOND_FACTOR_OFF]: 'second_factor_off',
  [SignInChangeKind.NEW_START]: 'new_start',
  [SignInChangeKind.NEW_EMAIL]: 'new_email',
});

const changeField = fieldOf<SignInChange>();

export const { Shape: SignInChangeShape, render: renderSignInChange } = resource(
  'SignInChange',
  'A change of how a person signs in.',
  {
    id: changeField(integer(1, 'Random.'), ({ id }) => toNumber(id)),
    kind: changeField(changeKinds.schema('What changed.'), ({ kind }) => changeKinds.of(kind)),
    changed_at: changeField(instant('When.'), ({ changedAt }) => renderInstant(changedAt ?? missing())),
    address: changeField(
      text('The network address that asked for it; of an IPv6 one the first 64 bits.'),
      ({ address }) => address,
    ),
  },
);
