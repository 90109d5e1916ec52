// An account's quiet hours. A send reads them with the account's locked row, so that it is under the hours before a change or
// under those after it.
import type { QuietHours } from '../../domain/quiet_hours.ts';
import type { Database } from '../postgres/database.ts';
import { bool, int2, int8, text } from '../postgres/kinds.ts';
import { group, statement } from '../postgres/statement.ts';

const hours = group({ zone: text('quiet_zone'), from: int2('quiet_from'), until: int2('quiet_until') });

const find = statement({
  takes: { accountId: int8 },
  gives: { hours: hours.orNull },
  text: ({ accountId, row }) => `select ${row} from account where id = ${accountId}`,
});

// Zones are those that the database lists: it is what computes with them. What else it takes for a zone, abbreviations and
// rules, knows no summer time; the lists of its machine beside the usual one are no names of places.
const set = statement({
  takes: { accountId: int8, zone: text, from: int2, until: int2 },
  gives: { isZone: bool('z.is_zone'), isSet: bool('(select count(*) from changed) > 0') },
  text: ({ accountId, zone, from, until, row }) => `
with z as materialized (
  select exists (
    select from pg_timezone_names where name = ${zone} and name !~ '^(posix/|right/|posixrules$|localtime$|Factory$)'
  ) as is_zone
), changed as (
  update account set quiet_zone = ${zone}, quiet_from = ${from}, quiet_until = ${until}
  from z where id = ${accountId} and z.is_zone returning id
)
select ${row} from z`,
});

const clear = statement({
  takes: { accountId: int8 },
  gives: { accountId: int8('id') },
  text: ({ accountId, row }) => `
update account set quiet_zone = null, quiet_from = null, quiet_until = null where id = ${accountId} returning ${row}`,
});

/** Binds the statements. What is read here must be as new as the writes before it. */
export function prepareQuietHours({ writes }: Pick<Database, 'writes'>) {
  return {
    /** Null for an account without quiet hours, undefined for one that there is not. */
    findQuietHours: async (accountId: bigint): Promise<QuietHours | null | undefined> =>
      (await find.run(writes, { accountId }))[0]?.hours,

    /** What was wrong: `zone` for one that the database does not know, `account` for one that there is not. */
    async setQuietHours(accountId: bigint, hours: QuietHours): Promise<'zone' | 'account' | undefined> {
      const [done] = await set.run(writes, { accountId, ...hours });
      if (done?.isSet) return undefined;
      return done?.isZone ? 'account' : 'zone';
    },

    /** False for an account that there is not. */
    clearQuietHours: async (accountId: bigint): Promise<boolean> =>
      (await clear.run(writes, { accountId })).length > 0,
  };
}
