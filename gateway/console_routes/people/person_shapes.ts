// People as the console's pages see them.

import { type Static, Type } from 'typebox';
import type {
  Invitation,
  Member,
  MemberAccount,
  Passkey,
  Person,
} from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import { Role } from '../../../proto/gen/textrelay/v1/session_pb.ts';
import { invalidRequest } from '../../edge/errors.ts';
import { toNumber } from '../../schemas/integers.ts';
import { flag, instant, integer, nullable, oneOf, text } from '../../schemas/kinds.ts';
import { instantOrNull, missing, names, renderInstant } from '../../schemas/resource.ts';

/** What people may do in an account, from the least to the most. */
export const roleNames = ['member', 'admin', 'owner'] as const;

export const roleField = oneOf(roleNames, 'What the person may do in the account.');

/** What is answered where there is nothing to say. */
export const DoneAnswer = Type.Object({ ok: flag('Always true.') }, { title: 'ConsoleDone' });
export const done = { ok: true };

export const PasskeyShape = Type.Object(
  {
    id: integer(1, 'Random.'),
    name: text('What its owner called it.'),
    created_at: instant('When it was added.'),
    last_used_at: nullable(instant('When somebody signed in with it last; null before.')),
  },
  { title: 'ConsolePasskey' },
);

export const PersonShape = Type.Object(
  {
    id: integer(1, 'Random.'),
    name: text('What others see.'),
    email: text('In lower case.'),
    email_proved: flag('True once something has shown that the e-mail address is theirs.'),
    is_operator: flag('True for who runs the service.'),
    totp: flag('True when a code of an app is asked for at sign-in.'),
    recovery_codes_left: integer(0, 'Recovery codes that were not used yet.'),
    passkeys: Type.Array(PasskeyShape),
  },
  { title: 'ConsolePerson', description: 'A person, as they see themselves.' },
);

export const PersonAnswer = Type.Object({ person: PersonShape }, { title: 'ConsoleSignedIn' });

export const MemberAccountShape = Type.Object(
  {
    id: integer(1, 'What to send as X-SVC-Account.'),
    name: text('Its name.'),
    country: text('ISO 3166-1, two letters.'),
    role: roleField,
  },
  { title: 'ConsoleAccount', description: 'An account, as a person in it sees it.' },
);

export const MemberShape = Type.Object(
  {
    id: integer(1, 'Of the person.'),
    name: text('Their name.'),
    email: text('In lower case.'),
    role: roleField,
    joined_at: instant('Since when they are in the account.'),
  },
  { title: 'ConsoleMember' },
);

export const InvitationShape = Type.Object(
  {
    id: integer(1, 'Random.'),
    email: text('Whom it was made for; nobody takes it under another address.'),
    role: roleField,
    created_at: instant('When it was made.'),
    expires_at: instant('When it ends.'),
  },
  { title: 'ConsoleInvitation' },
);

const namesOfRoles = names({ [Role.MEMBER]: 'member', [Role.ADMIN]: 'admin', [Role.OWNER]: 'owner' });
const rolesByName = { member: Role.MEMBER, admin: Role.ADMIN, owner: Role.OWNER } as const;

/** The role that a body asks for; its schema has judged the name. */
export const readRole = (name: keyof typeof rolesByName): Role => rolesByName[name];

export const renderRole = (role: Role) => namesOfRoles.of(role);

/** A body's text as it may be handed on. Throws INVALID_REQUEST for halves of surrogate pairs, which have no UTF-8. */
export function readText(value: string, name: string): string {
  if (!value.isWellFormed()) throw invalidRequest(`${name} must be well-formed Unicode`);
  return value;
}

export const renderPasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): Static<typeof PasskeyShape> => ({
  id: toNumber(id),
  name,
  created_at: renderInstant(createdAt ?? missing()),
  last_used_at: instantOrNull(lastUsedAt),
});

export function renderPerson(person: Person | undefined): Static<typeof PersonShape> {
  if (!person) return missing();
  return {
    id: toNumber(person.id),
    name: person.name,
    email: person.email,
    email_proved: person.emailProved,
    is_operator: person.isOperator,
    totp: person.totp,
    recovery_codes_left: person.recoveryCodesLeft,
    passkeys: person.passkeys.map(renderPasskey),
  };
}

export function renderMemberAccount(account: MemberAccount | undefined): Static<typeof MemberAccountShape> {
  if (!account) return missing();
  const { id, name, country, role } = account;
  return { id: toNumber(id), name, country, role: renderRole(role) };
}

export const renderMember = ({ id, name, email, role, joinedAt }: Member): Static<typeof MemberShape> => ({
  id: toNumber(id),
  name,
  email,
  role: renderRole(role),
  joined_at: renderInstant(joinedAt ?? missing()),
});

export function renderInvitation(invitation: Invitation | undefined): Static<typeof InvitationShape> {
  if (!invitation) return missing();
  return {
    id: toNumber(invitation.id),
    email: invitation.email,
    role: renderRole(invitation.role),
    created_at: renderInstant(invitation.createdAt ?? missing()),
    expires_at: renderInstant(invitation.expiresAt ?? missing()),
  };
}
