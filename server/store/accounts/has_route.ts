// Whether an account has a route, as conditions for statements.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import { arrayLiteral } from '../postgres/driver.ts';

// Carriers' names are the configuration's and no caller's, and fit a pattern without quotes.
const names = (carriers: readonly string[]) => `'${arrayLiteral(carriers)}'::text[]`;

// Each is asked for by its first row: the planner might read a whole table once for all instead.
const isThere = (rows: string): string => `((select true from ${rows} limit 1) is not null)`;

/** A paired device. `account` is an SQL expression, as below. */
const hasDevice = (account: string): string =>
  isThere(`device d where d.account_id = ${account} and d.revoked_at is null`);

/** A number on one of some carriers; `carriers` is an SQL expression. */
export const hasNumberOn = (account: string, carriers: string): string =>
  isThere(`carrier_number c where c.account_id = ${account} and c.carrier = any (${carriers})`);

/** True when any route exists for its texts. */
export const hasRoute = ({ carriers, isShared }: GatewayRoute, account: string): string =>
  isShared ? 'true' : `(${hasDevice(account)} or ${hasNumberOn(account, names(carriers))})`;
