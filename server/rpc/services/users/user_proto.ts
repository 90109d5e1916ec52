// People in protobuf, and the browsers that calls come with.
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type InvitationSchema,
  type MemberAccountSchema,
  type MemberSchema,
  type PasskeySchema,
  type Role,
  SecurityEventKind,
  type SecurityEventSchema,
  type UserRecordSchema,
  type UserSchema,
} from '../../../../proto/gen/textrelay/v1/user_pb.ts';
import {
  type Browser,
  type EntranceSchema,
  LinkKind,
} from '../../../../proto/gen/textrelay/v1/user_service_pb.ts';
import type * as app from '../../../app/users/new_session.ts';
import type { UserView } from '../../../app/users/parts.ts';
import type { Entrance } from '../../../app/users/sign_in.ts';
import type { PasskeyAssertion } from '../../../app/users/webauthn.ts';
import { sentRoles, toTimestamp } from '../../../connect/proto_values.ts';
import { preferredLanguage } from '../../../domain/users/language.ts';
import type * as domain from '../../../domain/users/role.ts';
import { invalidRequest, Refusal } from '../../../errors.ts';
import type * as store from '../../../store/users/links.ts';
import type { MemberRow } from '../../../store/users/members.ts';
import type {
  MemberAccount,
  PasskeyRow,
  SecurityEvent,
  SecurityEventKind as StoredEventKind,
  UserRow,
} from '../../../store/users/users.ts';
import { toSandboxOf } from '../accounts/account_proto.ts';
import { wordOf } from '../words.ts';

const toRole = (role: domain.Role): Role => sentRoles[role];

/** The role in a request. Throws `invalid_request` for none, and for one that only newer callers know. */
export const readRole = (role: Role): domain.Role => wordOf('role', sentRoles, role);

const securityEventKinds: Record<StoredEventKind, SecurityEventKind> = {
  new_password: SecurityEventKind.NEW_PASSWORD,
  new_password_without_passkeys: SecurityEventKind.NEW_PASSWORD_WITHOUT_PASSKEYS,
  passkey_added: SecurityEventKind.PASSKEY_ADDED,
  passkey_removed: SecurityEventKind.PASSKEY_REMOVED,
  second_factor_on: SecurityEventKind.SECOND_FACTOR_ON,
  second_factor_off: SecurityEventKind.SECOND_FACTOR_OFF,
  new_start: SecurityEventKind.NEW_START,
  new_email: SecurityEventKind.NEW_EMAIL,
  forgotten_password: SecurityEventKind.FORGOTTEN_PASSWORD,
};

export const toSecurityEvent = (event: SecurityEvent): MessageInitShape<typeof SecurityEventSchema> => ({
  id: event.id,
  // A kind that only newer cores know has no name here.
  kind: securityEventKinds[event.kind] ?? SecurityEventKind.UNSPECIFIED,
  at: toTimestamp(event.atMs),
  address: event.address,
});

/** The browser that a person signs in with. */
export const readBrowser = (browser: Browser | undefined): app.Browser => ({
  address: browser?.address ?? '',
  userAgent: browser?.userAgent ?? '',
  token: browser?.token ?? '',
  language: preferredLanguage(browser?.languages ?? ''),
});

/** The address of the page. Throws `invalid_request` without one. */
export function readOrigin(browser: Browser | undefined): string {
  const origin = browser?.origin ?? '';
  if (!/^https?:\/\/[^/\s]+$/.test(origin) || !URL.canParse(origin))
    throw invalidRequest('browser.origin must be the origin of a page, like https://texts.example');
  return origin;
}

/** A browser's answer for a passkey. Throws `invalid_request` for a text that is no JSON, and for a page without an address. */
export function readPasskeyAssertion(
  { ticket, response }: { ticket: string; response: string },
  browser: Browser | undefined,
): PasskeyAssertion {
  try {
    return { ticket, response: JSON.parse(response), origin: readOrigin(browser) };
  } catch (error) {
    throw error instanceof Refusal ? error : invalidRequest('response must be what the browser answered');
  }
}

const kinds: Record<store.LinkKind, LinkKind> = {
  first_user: LinkKind.FIRST_USER,
  invitation: LinkKind.INVITATION,
  reset: LinkKind.RESET,
  email: LinkKind.EMAIL,
  password: LinkKind.PASSWORD,
};

export const toLink = (link: store.LinkRow) => ({
  kind: kinds[link.kind],
  accountName: link.accountName ?? undefined,
  email: link.email ?? undefined,
  role: link.role === null ? undefined : toRole(link.role),
  expiresAt: toTimestamp(link.expiresAtMs),
});

export const toPasskey = (passkey: PasskeyRow): MessageInitShape<typeof PasskeySchema> => ({
  id: passkey.id,
  name: passkey.name,
  createdAt: toTimestamp(passkey.createdAtMs),
  lastUsedAt: toTimestamp(passkey.lastUsedAtMs),
});

export const toUser = ({
  isEmailVerified,
  hasTotp,
  recoveryCodes,
  passkeys,
  language,
  ...user
}: UserView): MessageInitShape<typeof UserSchema> => ({
  ...user,
  emailVerified: isEmailVerified,
  totp: hasTotp,
  recoveryCodesLeft: recoveryCodes,
  passkeys: passkeys.map(toPasskey),
  language: language ?? undefined,
});

/** A person, as the operator sees them. */
export const toUserRecord = ({
  isEmailVerified,
  hasTotp,
  createdAtMs,
  ...user
}: UserRow): MessageInitShape<typeof UserRecordSchema> => ({
  ...user,
  emailVerified: isEmailVerified,
  totp: hasTotp,
  createdAt: toTimestamp(createdAtMs),
});

export const toEntrance = ({ user, ...secrets }: Entrance): MessageInitShape<typeof EntranceSchema> => ({
  user: toUser(user),
  ...secrets,
});

export const toMemberAccount = ({
  role,
  ...account
}: MemberAccount): MessageInitShape<typeof MemberAccountSchema> => ({
  ...account,
  role: toRole(role),
  ...toSandboxOf(account.id),
});

export const toMember = (member: MemberRow): MessageInitShape<typeof MemberSchema> => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: toRole(member.role),
  joinedAt: toTimestamp(member.joinedAtMs),
});

export const toInvitation = (invitation: store.InvitationRow): MessageInitShape<typeof InvitationSchema> => ({
  id: invitation.id,
  email: invitation.email,
  role: toRole(invitation.role),
  createdAt: toTimestamp(invitation.createdAtMs),
  expiresAt: toTimestamp(invitation.expiresAtMs),
});
