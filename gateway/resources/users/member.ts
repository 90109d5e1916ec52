// The people of an account, as others in it see them, and their roles.
import { type Invitation, type Member, Role } from '../../../proto/gen/textrelay/v1/user_pb.ts';
import { instant, integer, oneOf, text } from '../../schemas/kinds.ts';
import { madeOf, names } from '../../schemas/resource.ts';

/** The roles of people in an account, from the least to the most. */
export const roleNames = ['viewer', 'member', 'admin', 'owner'] as const;

export const roleField = oneOf(
  roleNames,
  'What the person may do in the account: a viewer only reads, a member sends too, an admin and an owner change it.',
);

const namesOfRoles = names({
  [Role.VIEWER]: 'viewer',
  [Role.MEMBER]: 'member',
  [Role.ADMIN]: 'admin',
  [Role.OWNER]: 'owner',
});
const rolesByName = {
  viewer: Role.VIEWER,
  member: Role.MEMBER,
  admin: Role.ADMIN,
  owner: Role.OWNER,
} as const;

/** The role that a body asks for; its schema has judged the name. */
export const readRole = (name: keyof typeof rolesByName): Role => rolesByName[name];

export const renderRole = (role: Role) => namesOfRoles.of(role);

const ofMember = madeOf<Member>();

export const { Shape: MemberShape, render: renderMember } = ofMember.resource(
  'Member',
  'A person of an account.',
  {
    id: integer(1, 'Of the person.'),
    name: text('Their name.'),
    email: text('In lower case.'),
    role: ofMember.field(roleField, ({ role }) => renderRole(role)),
    joined_at: instant('Since when they are in the account.'),
  },
);

const ofInvitation = madeOf<Invitation>();

export const { Shape: InvitationShape, render: renderInvitation } = ofInvitation.resource(
  'Invitation',
  'An open invitation into an account.',
  {
    id: integer(1, 'Random.'),
    email: text('The address that it was made for; it can be taken under no other.'),
    role: ofInvitation.field(roleField, ({ role }) => renderRole(role)),
    created_at: instant('When it was made.'),
    expires_at: instant('When it ends.'),
  },
);
