// The one-time codes that pair devices. The bound on an account's devices is checked when a code is made: a code
// becomes one device, so that pairing does not raise the sum of both.
import type { GatewayRoute } from '../../domain/accounts/gateway_route.ts';
import { additionTo } from '../accounts/additions.ts';
import { isErased, isSandboxed } from '../accounts/sandboxes.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, text, textArray, type ValuesOf } from '../postgres/kinds.ts';
import { group, statement } from '../postgres/statement.ts';
import { retireSimulators, simulatorRuleOf } from './retire_simulators.ts';

/** Most codes of an account that work. */
export const maxCodes = 100;
/** Most paired devices and working codes of an account together, and most with unpaired devices that are still kept. */
export const maxDevices = 5_000;
export const maxKeptDevices = 10_000;

const bounds = { most: maxCodes, mostDevices: maxDevices, mostKept: maxKeptDevices };

/** A code that is to be stored. Its hash is SHA-256 in hex. */
type NewCode = ValuesOf<typeof newCode>;
const newCode = { codeHash: text, accountId: int8, deviceName: text, nowMs: instant, expiresAtMs: instant };

const insertCode = statement({
  takes: { ...newCode, most: int4, mostDevices: int4, mostKept: int4 },
  gives: {
    isAccount: bool('exists (select from seen)'),
    isFull: bool('coalesce((select is_full from seen), false)'),
    isStored: bool('exists (select from stored)'),
  },
  expects: 'one',
  text: ({ codeHash, accountId, deviceName, nowMs, expiresAtMs, most, mostDevices, mostKept, row }) => `
with ${additionTo({
    table: 'account',
    id: accountId,
    where: `not ${isSandboxed('o.id')}`,
    isFull: `select c.codes >= ${most} or d.paired + c.codes >= ${mostDevices} or d.kept + c.codes >= ${mostKept} from (
      select count(*) as codes from pairing_code p
      where p.account_id = o.id and p.expires_at > ${nowMs} and p.used_at is null
    ) c cross join (
      select count(*) as kept, count(*) filter (where k.unpaired_at is null) as paired from device k where k.account_id = o.id
    ) d`,
  })}, stored as (
  insert into pairing_code (code_hash, account_id, device_name, expires_at)
  select decode(${codeHash}, 'hex'), id, ${deviceName}, ${expiresAtMs} from turn returning account_id
)
select ${row}`,
});

const pair = statement({
  takes: { codeHash: text, tokenHash: text, name: text, nowMs: instant, simulatedCarriers: textArray },
  gives: {
    isCode: bool('exists (select from seen)'),
    paired: group({ deviceId: int8('d.id'), accountName: text('d.account_name') }).orNull,
  },
  expects: 'one',
  text: ({ codeHash, tokenHash, name, nowMs, simulatedCarriers, row }) => `
with seen as materialized (
  select a.id, a.xmin as version from pairing_code p join account a on a.id = p.account_id
  where p.code_hash = decode(${codeHash}, 'hex') and p.used_at is null and p.expires_at > ${nowMs}
    and not ${isErased('a.id')}
), turn as (
  update account a set last_device_id = a.last_device_id + 1 from seen s where a.id = s.id and a.xmin = s.version
  returning a.id, a.name, a.last_device_id
), used as (
  update pairing_code p set used_at = ${nowMs} from turn t
  where p.code_hash = decode(${codeHash}, 'hex') and p.account_id = t.id and p.used_at is null
  returning p.account_id, p.device_name
), owner as (
  select id, last_device_id as successor from turn
), ${retireSimulators(nowMs, simulatedCarriers)}, paired as (
  insert into device (account_id, id, name, token_hash, link_epoch, agent_version, driver, created_at)
  select t.id, t.last_device_id, coalesce(nullif(u.device_name, ''), ${name}), decode(${tokenHash}, 'hex'), 0, '', '', ${nowMs}
  from turn t join used u on u.account_id = t.id
  returning id, (select name from turn) as account_name
), again as (
  select d.id, a.name as account_name
  from pairing_code p
  join device d on d.account_id = p.account_id and d.token_hash = decode(${tokenHash}, 'hex')
    and d.unpaired_at is null and d.link_epoch = 0
  join account a on a.id = p.account_id
  where p.code_hash = decode(${codeHash}, 'hex') and p.used_at is not null and p.expires_at > ${nowMs}
)
select ${row} from (select) as always left join (select * from paired union all select * from again) d on true`,
});

const findCode = statement({
  takes: { codeHash: text, tokenHash: text, nowMs: instant },
  gives: { accountId: int8('p.account_id') },
  expects: 'some',
  text: ({ codeHash, tokenHash, nowMs, row }) => `
select ${row} from (select) as always left join pairing_code p on p.code_hash = decode(${codeHash}, 'hex') and p.expires_at > ${nowMs} and not ${isErased('p.account_id')} and (
  p.used_at is null or exists (
    select from device d
    where d.account_id = p.account_id and d.token_hash = decode(${tokenHash}, 'hex') and d.unpaired_at is null and d.link_epoch = 0
  )
)`,
});

export function preparePairing({ writes, reads }: Pick<Database, 'writes' | 'reads'>, gateway: GatewayRoute) {
  const { simulatedCarriers } = simulatorRuleOf(gateway);
  return {
    /** Stores a one-time code, or returns the reason why not. `of` is for tests. */
    async insertPairingCode(code: NewCode, of = bounds): Promise<'stored' | 'no_account' | 'full'> {
      for (;;) {
        const said = await insertCode.first(writes, { ...code, ...of });
        if (!said?.isAccount) return 'no_account';
        if (said.isFull) return 'full';
        if (said.isStored) return 'stored';
      }
    },

    /** The account of a code that `pairDevice` would take now; undefined for any other. */
    async findPairingCode(codeHash: string, tokenHash: string, nowMs: number): Promise<bigint | undefined> {
      return (await findCode.first(reads, { codeHash, tokenHash, nowMs }))?.accountId;
    },

    /**
     * Trades a code for a device, in one statement: if two devices show the same code, one gets it. It retires the
     * account's simulators, because a device counts as real until it says what drives it. A used code with the token that it was
     * used with is the same device again, until that has opened a link. Returns undefined for any other code that is unknown,
     * used or expired.
     */
    async pairDevice(codeHash: string, tokenHash: string, name: string, nowMs: number) {
      for (;;) {
        const said = await pair.first(writes, { codeHash, tokenHash, name, nowMs, simulatedCarriers });
        if (said?.paired) return said.paired;
        if (!said?.isCode) return undefined;
      }
    },
  };
}
