// What befalls the database: it dies, stands still, is away, loses its sessions, has no space, or somebody holds a row.
import { pause } from '../timeline.ts';
import { chosen, type FaultKind } from './fault.ts';

export const databaseFaults: readonly FaultKind[] = [
  {
    kind: 'kill_database',
    weight: 5,
    lastsMs: [1, 2],
    strike({ world }) {
      world.database.kill();
      return { victim: 'postmaster', heal: () => undefined };
    },
  },
  {
    kind: 'database_away',
    weight: 2,
    lastsMs: [1_000, 12_000],
    strike({ world }) {
      for (const line of world.lines.core_database) line.refuse();
      world.database.kill();
      return {
        victim: 'database',
        heal: () => {
          for (const line of world.lines.core_database) line.heal();
        },
      };
    },
  },
  {
    kind: 'freeze_database',
    weight: 1.5,
    lastsMs: [1_000, 10_000],
    strike({ world }) {
      return { victim: 'every process of the database', heal: world.database.freeze() };
    },
  },
  {
    kind: 'end_sessions',
    weight: 3,
    lastsMs: [1, 2],
    strike({ world }) {
      const end = world.database.with(
        (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      void end.catch(() => undefined);
      return { victim: 'every session', heal: () => undefined };
    },
  },
  {
    kind: 'hold_account',
    weight: 3,
    lastsMs: [1_000, 15_000],
    strike({ world }, { victim, lastsMs }) {
      const tenant = chosen(
        world.tenants.filter(({ role }) => role !== 'quiet'),
        victim,
      );
      const hold = world.database.with((sql) =>
        sql.begin(async (held) => {
          await held`select from account where id = ${tenant.id} for update`;
          await pause(lastsMs);
        }),
      );
      void hold.catch(() => undefined);
      return { victim: tenant.name, heal: () => undefined };
    },
  },
  {
    kind: 'fill_disk',
    weight: 1.2,
    lastsMs: [1_500, 10_000],
    missing: ({ world }) => (world.database.hasDisk ? undefined : 'only root can mount a disk'),
    async strike({ world }, { size }) {
      const isDeep = size < 0.5;
      await world.database.fill(isDeep);
      return { victim: isDeep ? 'disk, log included' : 'disk', heal: () => world.database.heal() };
    },
  },
];
