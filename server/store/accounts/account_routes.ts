// What an account's texts leave by, counted in one statement for the console's first page.
import { simulatedWord } from '../../domain/simulators.ts';
import type { Database } from '../postgres/database.ts';
import { bool, instant, int4, int8, json } from '../postgres/kinds.ts';
import { group, statement } from '../postgres/statement.ts';

const deviceCounts = {
  total: int4('d.total'),
  online: int4('d.online'),
  /** Those that something keeps from sending. */
  problems: int4('d.problems'),
};

const read = statement({
  takes: { accountId: int8, nowMs: instant },
  gives: {
    /** Paired devices. */
    devices: group(deviceCounts),
    hasSimulatedDevice: bool('d.has_simulated'),
    /** How many numbers it has on each carrier on which it has any. */
    numbers: json<Readonly<Record<string, number>>>()(`coalesce(n.numbers, '{}')`),
  },
  expects: 'one',
  text: ({ accountId, nowMs, row }) => `
select ${row} from (
  select count(*)::int4 as total, count(*) filter (where online_until > ${nowMs})::int4 as online,
    count(*) filter (where problem <> '')::int4 as problems, coalesce(bool_or(driver = '${simulatedWord}'), false) as has_simulated
  from device where account_id = ${accountId} and revoked_at is null
) d
cross join (
  select json_object_agg(c.carrier, c.numbers) as numbers from (
    select carrier, count(*) as numbers from carrier_number where account_id = ${accountId} group by carrier
  ) c
) n`,
});

/** Prepares the read. */
export function prepareAccountRoutes({ reads }: Pick<Database, 'reads'>) {
  return {
    /** An account's routes; none for an unknown account. */
    readWays: async (accountId: bigint, nowMs: number) => {
      const [ways] = await read.run(reads, { accountId, nowMs });
      return ways as NonNullable<typeof ways>;
    },
  };
}
