// Simulators deliver nothing, so they are a route only for accounts that have no real one: no paired device that is not
// simulated (a device that has not said yet what drives it counts as real), no number on a real carrier, no carrier
// that all accounts share. The statement that gives an account a real route retires its simulators: it unpairs the
// simulated devices, and takes back the numbers on simulated carriers. The statement that would give an account a
// simulator refuses it beside a real route. So the statements that judge and claim texts need no rule for simulators.
// Each such statement writes the account's row, and acts only if no other statement has written it since its snapshot:
// of two at once, the second one sees the first.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import { simulatedWord } from '../../domain/carriers/simulators.ts';
import { appended, deviceLine } from '../messages/steps.ts';
import { hasNumberOn } from '../outbound/routes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, textArray } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';
import type { DeviceRef } from './devices.ts';

/** Most accounts that are looked at in one statement. */
const pageSize = 1_000;

/** The configuration's rule for simulators, as parameters of a statement. */
export const simulatorRule = { maySimulate: bool, realCarriers: textArray, simulatedCarriers: textArray };

/** The values of those parameters. */
export const simulatorRuleOf = ({ carriers, isShared, simulated, maySimulate }: GatewayRoute) => ({
  maySimulate: maySimulate && !isShared,
  realCarriers: carriers.filter((name) => !simulated.includes(name)),
  simulatedCarriers: simulated,
});

type Rule = Record<keyof typeof simulatorRule, string>;

/** SQL: the newest paired device of an account that is not simulated, beside `deviceId`; null for none. */
const newestReal = (account: string, deviceId = '0'): string =>
  `(select max(d.id) from device d
      where d.account_id = ${account} and d.id <> ${deviceId} and d.unpaired_at is null and d.driver <> '${simulatedWord}')`;

/**
 * SQL: whether an account may have no simulator, because its texts really leave by something other than the device
 * `deviceId`.
 */
export const hasRealRoute = (
  account: string,
  { maySimulate, realCarriers }: Rule,
  deviceId?: string,
): string =>
  `(not ${maySimulate} or ${newestReal(account, deviceId)} is not null or ${hasNumberOn(account, realCarriers)})`;

/**
 * SQL: the steps of a statement that retire the simulators of the accounts in `owner (id, successor)`. A text that was
 * handed over to a simulated device never left: it goes on over `successor`, a real device of the account, as another
 * attempt, so that later reports of the simulated one do not count. Without a successor it ends, like the texts of any
 * unpaired device.
 */
export const retireSimulators = (nowMs: string, simulatedCarriers: string): string => `retired as (
  update device d set unpaired_at = ${nowMs} from owner o
  where d.account_id = o.id and d.id is distinct from o.successor and d.driver = '${simulatedWord}' and d.unpaired_at is null
  returning d.account_id, d.id, o.successor
), fenced as (
  -- A claim that began before gives them nothing after.
  update sim s set present = s.present from retired r where s.account_id = r.account_id and s.device_id = r.id
), passed_on as (
  update message m set
    attempt = m.attempt + 1,
    device_id = coalesce(r.successor, m.device_id),
    sim = case when r.successor is null then m.sim else 1 end,
    steps = ${appended('m', deviceLine('handed_over', nowMs, 'r.successor'))}
  from retired r where m.account_id = r.account_id and m.device_id = r.id and m.status = 'sending'
), released as (
  delete from carrier_number n using owner o where n.account_id = o.id and n.carrier = any (${simulatedCarriers})
)`;

const settle = statement({
  takes: { accountId: int8, deviceId: int8, driver: text, nowMs: instant, ...simulatorRule },
  gives: {
    isAccount: bool('exists (select from seen)'),
    isDone: bool('exists (select from turn)'),
  },
  expects: 'one',
  text: ({ accountId, deviceId, driver, nowMs, row, ...rule }) => `
with seen as materialized (
  select a.id, a.xmin as version, ${hasRealRoute('a.id', rule, deviceId)} as has_real_route,
    case when ${driver} = '${simulatedWord}' then ${newestReal('a.id', deviceId)} else ${deviceId} end as successor
  from account a where a.id = ${accountId}
), turn as (
  update account a set additions = a.additions + 1 from seen s where a.id = s.id and a.xmin = s.version
  returning a.id, s.has_real_route, s.successor
), said as (
  update device d set driver = ${driver}, unpaired_at = case when t.has_real_route and ${driver} = '${simulatedWord}' then ${nowMs} end
  from turn t where d.account_id = t.id and d.id = ${deviceId} and d.unpaired_at is null
), owner as (
  select id, successor from turn where has_real_route or ${driver} <> '${simulatedWord}'
), ${retireSimulators(nowMs, rule.simulatedCarriers)}
select ${row}`,
});

const listWithBoth = statement({
  takes: { afterAccountId: int8, most: int4, ...simulatorRule },
  gives: { accountId: int8('o.id') },
  text: ({ afterAccountId, most, row, ...rule }) => `
select ${row} from (
  select account_id as id from device where driver = '${simulatedWord}' and unpaired_at is null and account_id > ${afterAccountId}
  union
  select account_id from carrier_number where carrier = any (${rule.simulatedCarriers}) and account_id > ${afterAccountId}
) o
where ${hasRealRoute('o.id', rule)} order by o.id limit ${most}`,
});

export function prepareRetireSimulators({ links: pool, reads }: Database, gateway: GatewayRoute) {
  const rule = simulatorRuleOf(gateway);
  const settleUntilDone = async (
    { accountId, deviceId }: DeviceRef,
    driver: string,
    nowMs: number,
  ): Promise<void> => {
    for (;;) {
      const said = await settle.first(pool, { accountId, deviceId, driver, nowMs, ...rule });
      if (!said?.isAccount || said.isDone) return;
    }
  };
  return {
    /**
     * Stores the driver that a device names, if that makes it simulated or real: a simulated one is unpaired if its
     * account has a real route, a real one retires the account's simulators.
     */
    settleDriver: settleUntilDone,

    /**
     * Retires simulators beside a real route, which only a change of the configuration, or a core from before this
     * rule, can leave. Tries every account; throws the first error.
     */
    async retireSimulators(nowMs: number): Promise<void> {
      const errors: unknown[] = [];
      for (let afterAccountId = 0n, isLast = false; !isLast; ) {
        const page = await listWithBoth.run(reads, { afterAccountId, most: pageSize, ...rule });
        for (const { accountId } of page) {
          const none = { accountId, deviceId: 0n };
          await settleUntilDone(none, simulatedWord, nowMs).catch((error: unknown) => errors.push(error));
          afterAccountId = accountId;
        }
        isLast = page.length < pageSize;
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
