// Whether texts of an account really leave by some way, as conditions for statements: a paired device that is not
// simulated, one that has not said yet what it is included, or a number or a shared sender on a real carrier.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import { magicRecipients, simulatedWord } from '../../domain/simulators.ts';
import { arrayLiteral } from '../database/driver.ts';

// What stands here is the configuration's and no caller's: names that fit a pattern without quotes, and our own words.
const texts = (values: readonly string[]) => `'${arrayLiteral(values).replaceAll("'", "''")}'::text[]`;

// Each is asked for by its first row: the planner might read a whole table once for all instead.
const isThere = (rows: string): string => `((select true from ${rows} limit 1) is not null)`;

const devices = (account: string, which: string) =>
  isThere(`device d where d.account_id = ${account} and d.revoked_at is null and ${which}`);

const numberOn = (account: string, carriers: readonly string[]) =>
  carriers.length === 0
    ? 'false'
    : isThere(`carrier_number c where c.account_id = ${account} and c.carrier = any (${texts(carriers)})`);

/** Picks the rows of devices that really send, from a table called `d`. */
export const isReal = `d.driver <> '${simulatedWord}'`;

/** Picks the rows of simulated devices, from a table called `d`. */
export const isSimulated = `d.driver = '${simulatedWord}'`;

/** Any way on which texts really leave. `account` is an SQL expression, as below. */
export const hasRealWay = ({ carriers, isShared }: GatewayRoute, account: string): string =>
  isShared ? 'true' : `(${devices(account, isReal)} or ${numberOn(account, carriers)})`;

/** Any way out at all, by the rule of send_texts.ts: simulators count where they may be given something. */
export const hasAnyWay = (gateway: GatewayRoute, account: string): string => {
  const { carriers, isShared, simulated, hasSimulatedDevices } = gateway;
  if (isShared || simulated.isShared) return 'true';
  const anyDevice = devices(account, hasSimulatedDevices ? 'true' : isReal);
  return `(${anyDevice} or ${numberOn(account, [...carriers, ...simulated.carriers])})`;
};

/** A simulated device that may be given something. */
export const hasSimulatedDevice = ({ hasSimulatedDevices }: GatewayRoute, account: string): string =>
  hasSimulatedDevices ? devices(account, isSimulated) : 'false';

/** A simulated device that is online at `now`, an SQL expression. */
export const hasSimulatedOnline = (account: string, now: string): string =>
  devices(account, `${isSimulated} and d.online_until > ${now}`);

/** A number or a sender on a simulated carrier. */
export const hasSimulatedGateway = ({ simulated }: GatewayRoute, account: string): string =>
  simulated.isShared ? 'true' : numberOn(account, simulated.carriers);

/** Whether a carrier, by its name, really sends. */
export const isRealCarrier = ({ simulated }: GatewayRoute, name: string): string =>
  `${name} <> all (${texts(simulated.carriers)})`;

/** A recipient that simulators take whatever else there is. `address` is an SQL expression. */
export const isMagic = (address: string): string => `${address} = any (${texts(magicRecipients)})`;

/** Whether simulators may be given a text to that recipient. */
export const mayBeSimulated = (gateway: GatewayRoute, account: string, address: string): string =>
  `(${isMagic(address)} or not ${hasRealWay(gateway, account)})`;
