// The people of an account, as others in it see them, and their roles.
import {
  type Invitation,
  type Member,
  type MemberAccount,
  Role,
} from '../../../proto/gen/textrelay/v1/person_pb.ts';
import { toNumber } from '../integers.ts';
import { instant, integer, oneOf, text } from '../kinds.ts';
import { fieldOf, missing, names, renderInstant, resource } from '../resource.ts';

/** What people may do in an account, from the least to the most. */
export const roleNames = ['member', 'admin', 'owner'] as const;

export const roleField = oneOf(roleNames, 'What the person may do in the account.');

const namesOfRoles = names({ [Role.MEMBER]: 'member', [Role.ADMIN]: 'admin', [Role.OWNER]: 'owner' });
const rolesByName = { member: Role.MEMBER, admin: Role.ADMIN, owner: Role.OWNER } as const;

/** The role that a body asks for; its schema has judged the name. */
export const readRole = (name: keyof typeof rolesByName): Role => rolesByName[name];

export const renderRole = (role: Role) => namesOfRoles.of(role);

const accountField = fieldOf<MemberAccount>();

export const { Shape: MemberAccountShape, render: renderMemberAccount } = resource(
  'MemberAccount',
  'An account, as a person in it sees it.',
  {
    id: accountField(integer(1, 'What to send as X-SVC-Account.'), ({ id }) => toNumber(id)),
    name: accountField(text('Its name.'), ({ name }) => name),
    country: accountField(text('ISO 3166-1, two letters.'), ({ country }) => country),
    role: accountField(roleField, ({ role }) => renderRole(role)),
  },
);

const memberField = fieldOf<Member>();

export const { Shape: MemberShape, render: renderMember } = resource('Member', 'A person of an account.', {
  id: memberField(integer(1, 'Of the person.'), ({ id }) => toNumber(id)),
  name: memberField(text('Their name.'), ({ name }) => name),
  email: memberField(text('In lower case.'), ({ email }) => email),
  role: memberField(roleField, ({ role }) => renderRole(role)),
  joined_at: memberField(instant('Since when they are in the account.'), ({ joinedAt }) =>
    renderInstant(joinedAt ?? missing()),
  ),
});

const invitationField = fieldOf<Invitation>();

export const { Shape: InvitationShape, render: renderInvitation } = resource(
  'Invitation',
  'An open invitation into an account.',
  {
    id: invitationField(integer(1, 'Random.'), ({ id }) => toNumber(id)),
    email: invitationField(
      text('Whom it was made for; nobody takes it under another address.'),
      ({ email }) => email,
    ),
    role: invitationField(roleField, ({ role }) => renderRole(role)),
    created_at: invitationField(instant('When it was made.'), ({ createdAt }) =>
      renderInstant(createdAt ?? missing()),
    ),
    expires_at: invitationField(instant('When it ends.'), ({ expiresAt }) =>
      renderInstant(expiresAt ?? missing()),
    ),
  },
);
