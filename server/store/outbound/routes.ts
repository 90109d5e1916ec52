// Which routes an account has, and what a text must leave by (domain/messages/sender.ts), as conditions for statements. All arguments
// are SQL expressions unless they say otherwise.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import { sandboxCarrier } from '../../domain/accounts/sandbox.ts';
import { arrayLiteral } from '../postgres/driver.ts';

/** Whether a SIM may have a text: it names no sender, or that SIM or its device. */
export const isForSim = (sender: string, deviceId: string, slot: string): string =>
  `(${sender} is null or ${sender} in ('device:' || ${deviceId}, 'device:' || ${deviceId} || '/' || ${slot}))`;

/** The account's carriers that have a number, as the rows of a subquery. */
const carriersOf = (account: string, number: string) =>
  `carrier_number c where c.account_id = ${account} and c.number = ${number}`;

/** The names of those carriers as a JSON array; null where the text names no sender. */
export const carriersOfSender = (account: string, sender: string): string =>
  `case when ${sender} is not null then (select json_agg(c.carrier) from ${carriersOf(account, sender)}) end`;

/** Whether one of some carriers, an array, may have a text: it names no sender, or a number that is on one of them. */
export const isForCarriers = (account: string, sender: string, carriers: string): string =>
  `(${sender} is null or exists (select from ${carriersOf(account, sender)} and c.carrier = any (${carriers})))`;

/** The route of a text that names its sender; null if the account does not have that sender. */
export const routeOfSender = (sender: string, account: string, carriers: string): string => `case
      when ${sender} like 'device:%' then case when exists (
        select from device d
        where d.account_id = ${account} and d.id = split_part(substr(${sender}, 8), '/', 1)::int8 and d.unpaired_at is null
          and (${sender} not like '%/%' or exists (
            select from sim s where s.account_id = d.account_id and s.device_id = d.id and s.present
              and s.slot = split_part(${sender}, '/', 2)::int2))
      ) then 'device' end
      when exists (
        select from ${carriersOf(account, sender)} and (c.carrier = any (${carriers}) or c.carrier = '${sandboxCarrier}')
      ) then 'gateway' end`;

// Carriers' names are the configuration's and no caller's, and fit a pattern without quotes.
const names = (carriers: readonly string[]) => `'${arrayLiteral(carriers)}'::text[]`;

// Each condition asks for a first row only: otherwise the planner might read a whole table once for all of them.
const isThere = (rows: string): string => `((select true from ${rows} limit 1) is not null)`;

/** A paired device. `account` is an SQL expression, as below. */
const hasDevice = (account: string): string =>
  isThere(`device d where d.account_id = ${account} and d.unpaired_at is null`);

/** A number on one of some carriers; `carriers` is an SQL expression. */
export const hasNumberOn = (account: string, carriers: string): string =>
  isThere(`carrier_number c where c.account_id = ${account} and c.carrier = any (${carriers})`);

/** True when any route exists for its texts. */
export const hasRoute = ({ carriers, isShared }: GatewayRoute, account: string): string =>
  isShared ? 'true' : `(${hasDevice(account)} or ${hasNumberOn(account, names(carriers))})`;
