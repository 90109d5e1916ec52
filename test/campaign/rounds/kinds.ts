// What befalls a cluster of database servers, one thing a round.
import { pause } from '../timeline.ts';
import type { Cluster } from '../world/cluster/cluster.ts';
import { exhaustLog } from '../world/database.ts';

type Roles = Awaited<ReturnType<Cluster['roles']>>;

export interface RoundKind {
  kind: string;
  /** How long it lasts at least, in milliseconds; it also lasts until a send is acknowledged again. */
  lastsMs: number;
  /** Whether nobody can be acknowledged before it is healed, so that nobody waits for that. */
  stops?: (cluster: Cluster) => boolean;
  /** Does it; returns who was struck. */
  strike: (cluster: Cluster, roles: Roles) => Promise<string> | string;
}

/** How long one standby is lost after the other, in milliseconds. */
const apartMs = 2_500;
export const roundKinds: readonly RoundKind[] = [
  {
    kind: 'kill_database',
    lastsMs: 0,
    strike(_, { leader }) {
      leader.killPostgres();
      return `PostgreSQL of ${leader.name}, the primary`;
    },
  },
  {
    // The primary goes on, and nobody stops it when another one leads.
    kind: 'kill_patroni',
    lastsMs: 30_000,
    strike(_, { leader }) {
      leader.killPatroni();
      return `Patroni of ${leader.name}, the primary`;
    },
  },
  {
    kind: 'crash_database',
    lastsMs: 0,
    async strike(_, { leader }) {
      await leader.crash();
      return `all of ${leader.name}, the primary`;
    },
  },
  {
    kind: 'freeze_database',
    lastsMs: 0,
    strike(_, { leader }) {
      leader.freeze();
      return `all of ${leader.name}, the primary`;
    },
  },
  {
    kind: 'cut_database',
    lastsMs: 0,
    strike(_, { leader }) {
      leader.machine.cut();
      return `${leader.name}, the primary`;
    },
  },
  {
    // Clients still reach a primary that is none any more, and that may not know it yet.
    kind: 'part_database',
    lastsMs: 14_000,
    strike(_, { leader, next, other }) {
      leader.machine.part([next.machine, other.machine]);
      return `${leader.name}, the primary, from the other nodes alone`;
    },
  },
  {
    // A core that reaches no other node goes on with the old primary.
    kind: 'split_database',
    lastsMs: 14_000,
    strike(_, { leader, next, other }) {
      leader.machine.part([next.machine, other.machine]);
      for (const { machine } of [next, other]) machine.partFromFirstCore();
      return `${leader.name}, the primary, and core-0 from the other nodes`;
    },
  },
  {
    kind: 'switch_database_over',
    lastsMs: 0,
    async strike(_, { leader }) {
      // It answers when it is done, which is later than the silence.
      await Promise.race([leader.switchOver(), pause(50)]);
      return `from ${leader.name}`;
    },
  },
  {
    kind: 'lose_database_standby',
    lastsMs: 4_000,
    async strike(_, { next }) {
      await next.crash();
      return `all of ${next.name}, the standby that commits wait for`;
    },
  },
  {
    kind: 'lose_database_standbys',
    lastsMs: 10_000,
    stops: ({ mode }) => mode === 'strict',
    async strike(_, { next, other }) {
      // With two etcds less there would be no quorum either. Of two that are lost within one second Patroni 3.0.2 goes on waiting
      // for the second one.
      await other.crash({ sparesEtcd: true });
      await pause(apartMs);
      await next.crash({ sparesEtcd: true });
      return `${next.name} and ${other.name}, the standbys`;
    },
  },
  {
    kind: 'lose_database_quorum',
    lastsMs: 12_000,
    stops: () => true,
    strike(_, { leader, next }) {
      for (const node of [leader, next]) node.killEtcd();
      return `the etcds of ${leader.name} and ${next.name}`;
    },
  },
  {
    kind: 'fill_database_disk',
    lastsMs: 6_000,
    async strike(cluster, { leader }) {
      leader.fillDisk();
      await exhaustLog(cluster);
      return `the disk of ${leader.name}, the primary`;
    },
  },
];
