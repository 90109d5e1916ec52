// Values as protobuf has them, for the services and the link of devices alike.
import { create } from '@bufbuild/protobuf';
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt';
import { KeyScope } from '../../proto/gen/textrelay/v1/key_pb.ts';
import { Encoding } from '../../proto/gen/textrelay/v1/message_pb.ts';
import { Role } from '../../proto/gen/textrelay/v1/user_pb.ts';
import { instantRange, isInstant } from '../../runtime/instants.ts';
import type { Scope } from '../domain/keys/key_policy.ts';
import type * as domain from '../domain/messages/message.ts';
import type * as users from '../domain/users/role.ts';
import { invalidRequest } from '../errors.ts';

/** An instant, from milliseconds since the epoch; undefined for none. */
export function toTimestamp(atMs: number): Timestamp;
export function toTimestamp(atMs: number | null | undefined): Timestamp | undefined;
export function toTimestamp(atMs: number | null | undefined): Timestamp | undefined {
  if (atMs == null) return undefined;
  const seconds = Math.floor(atMs / 1000);
  return create(TimestampSchema, {
    seconds: BigInt(seconds),
    nanos: Math.round(atMs - seconds * 1000) * 1_000_000,
  });
}

/** A row as a message takes it. What is null there is absent in the message: protobuf leaves it out when it makes one. */
export const nullsAbsent = <Row extends object>(row: Row) =>
  row as {
    [Field in keyof Row]: null extends Row[Field] ? Exclude<Row[Field], null> | undefined : Row[Field];
  };

/** An instant as milliseconds since the epoch, whatever a device says; what it says is clamped where it is used. */
export const fromTimestamp = (at: Timestamp | undefined): number =>
  at === undefined ? 0 : Number(at.seconds) * 1000 + Math.floor(at.nanos / 1_000_000);

/** The same of a request; NaN for what no clock shows, which is refused with what it stands in. */
export const requestedMs = (at: Timestamp): number =>
  at.nanos >= 0 && at.nanos <= 999_999_999 ? fromTimestamp(at) : Number.NaN;

/** An instant of a request, of the field `name`. Throws `invalid_request` for one that no clock shows. */
export function readInstant(at: Timestamp, name: string): number {
  const atMs = requestedMs(at);
  if (!isInstant(atMs)) throw invalidRequest(`${name} must ${instantRange}`);
  return atMs;
}

/** By what the domain calls them. */
export const encodings: Record<domain.Encoding, Encoding> = { gsm7: Encoding.GSM7, ucs2: Encoding.UCS2 };

/** The scopes of keys. */
export const sentScopes: Readonly<Record<Scope, KeyScope>> = {
  read: KeyScope.READ,
  send: KeyScope.SEND,
  manage: KeyScope.MANAGE,
};

/** The roles of people in an account. */
export const sentRoles: Readonly<Record<users.Role, Role>> = {
  viewer: Role.VIEWER,
  member: Role.MEMBER,
  admin: Role.ADMIN,
  owner: Role.OWNER,
};

const wordsOf = <Word extends string, Sent>(sent: Readonly<Record<Word, Sent>>) =>
  new Map((Object.keys(sent) as Word[]).map((word) => [sent[word], word]));
const scopesBySent = wordsOf(sentScopes);
const rolesBySent = wordsOf(sentRoles);

/** The scope of the contract's number; undefined for none. */
export const scopeOf = (sent: KeyScope): Scope | undefined => scopesBySent.get(sent);

/** The role of the contract's number; undefined for none. */
export const roleOf = (sent: Role): users.Role | undefined => rolesBySent.get(sent);
