// A PostgreSQL of three nodes that fails over by Patroni, on machines that a fault can kill, freeze or cut off.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../../timeline.ts';
import { connect, type Sql, type TestedDatabase, untilAnswered } from '../database.ts';
import { laySwitch } from './machine.ts';
import { ClusterNode, type Member } from './node.ts';
import { bootstrapSql, type ClusterMode, type ClusterSetting, passwords, ports } from './settings.ts';

const numbers = [1, 2, 3] as const;
const startWithinMs = 120_000;
/** How long it may take to be whole again after a fault has ended. */
const wholeWithinMs = 180_000;
const lookEveryMs = 200;

export class Cluster implements TestedDatabase {
  readonly nodes: readonly ClusterNode[];
  readonly mode: ClusterMode;

  private constructor(nodes: readonly ClusterNode[], mode: ClusterMode) {
    this.nodes = nodes;
    this.mode = mode;
  }

  /** Starts it, whole. Only in namespaces of the campaign's own. */
  static async start(directory: string, form: ClusterSetting): Promise<Cluster> {
    const place = join(directory, 'cluster');
    mkdirSync(place, { mode: 0o711 });
    const bootstrapScript = join(place, 'bootstrap.sh');
    writeFileSync(bootstrapScript, bootstrapSql);
    chmodSync(bootstrapScript, 0o755);
    laySwitch();
    const nodes: ClusterNode[] = [];
    for (const number of numbers) nodes.push(await ClusterNode.make(number, place));
    const addresses = nodes.map(({ machine }) => machine.address);
    for (const [index, node] of nodes.entries()) {
      node.setUp(index + 1, addresses, form, bootstrapScript);
      node.startEtcd();
    }
    const cluster = new Cluster(nodes, form.mode);
    const untilMs = performance.now() + startWithinMs;
    for (const [index, node] of nodes.entries()) {
      node.startPatroni();
      // Whoever comes first makes the cluster; it is always the same one.
      while (index === 0 && performance.now() < untilMs && !(await node.members())?.some(isLeader))
        await pause(lookEveryMs);
    }
    if (!(await cluster.#wholeBy(untilMs))) throw new Error('the cluster did not start');
    await cluster.up();
    return cluster;
  }

  /**
   * As operators write it into DATABASE_URL: every node, so that whichever leads is found. The first core reaches the nodes by
   * addresses that nobody else uses, so that it can be cut off from some of them alone.
   */
  urlOf(core: number): string {
    return this.#urlOf('textrelay', 'textrelay', core === 0 ? 'ofFirstCore' : 'address');
  }

  async with<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const sql = connect(this.#urlOf('postgres', 'textrelay'));
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 1 }).catch(() => undefined);
    }
  }

  heal(): void {
    for (const node of this.nodes) node.heal();
  }

  up(): Promise<void> {
    return untilAnswered(this);
  }

  /**
   * Waits until all nodes are well, and one of them may be promoted; returns how many promotions there have been, and undefined
   * when it takes minutes.
   */
  whole(): Promise<{ promotions: number } | undefined> {
    return this.#wholeBy(performance.now() + wholeWithinMs);
  }

  /** Who leads, who would be next, and who else there is. Throws when it is not whole. */
  async roles(): Promise<{ leader: ClusterNode; next: ClusterNode; other: ClusterNode }> {
    const members = await this.#members();
    const named = (name: string | undefined) => this.nodes.find((node) => node.name === name);
    const leader = named(members?.find(isLeader)?.name);
    const standbys = members?.filter((member) => !isLeader(member)) ?? [];
    const next = named((standbys.find(({ role }) => role === 'sync_standby') ?? standbys[0])?.name);
    const other = this.nodes.find((node) => node !== leader && node !== next);
    if (!leader || !next || !other) throw new Error('the cluster is not whole');
    return { leader, next, other };
  }

  /** What Patroni says of it, for a log. */
  async describe(): Promise<string> {
    const members = await this.#members();
    const words = ({ name, role, state, lag }: Member) =>
      `${name} ${role} ${state}${lag ? `, ${lag} behind` : ''}`;
    return members?.map(words).join('; ') ?? 'nobody answers';
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) node.stop();
  }

  async #members(): Promise<Member[] | undefined> {
    for (const node of this.nodes) {
      const members = await node.members();
      if (members) return members;
    }
    return undefined;
  }

  #areWhole(members: readonly Member[]): boolean {
    const isWell = ({ state, lag = 0 }: Member) => ['running', 'streaming'].includes(state) && lag === 0;
    const timelines = new Set(members.map(({ timeline }) => timeline));
    return (
      members.length === numbers.length &&
      timelines.size === 1 &&
      members.every(isWell) &&
      members.some(isLeader) &&
      (this.mode === 'asynchronous' || members.some(({ role }) => role === 'sync_standby'))
    );
  }

  /** Asks again and again whether every node takes the cluster for whole, and for the same one; undefined when one never did. */
  async #wholeBy(untilMs: number): Promise<{ promotions: number } | undefined> {
    while (performance.now() < untilMs) {
      const views = await Promise.all(this.nodes.map((node) => node.members()));
      const wells = await Promise.all(this.nodes.map((node) => node.isEtcdWell()));
      const leaders = new Set(views.map((members) => members?.find(isLeader)?.name));
      // PostgreSQL begins a timeline with each promotion.
      const timelines = new Set(views.map((members) => members?.[0]?.timeline));
      const [timeline] = timelines;
      const areWhole = views.every((members) => members !== undefined && this.#areWhole(members));
      const isOne = areWhole && leaders.size === 1 && timelines.size === 1;
      if (isOne && wells.every((isWell) => isWell) && timeline) return { promotions: timeline - 1 };
      await pause(lookEveryMs);
    }
    return undefined;
  }

  #urlOf(
    role: 'postgres' | 'textrelay',
    database: string,
    address: 'address' | 'ofFirstCore' = 'address',
  ): string {
    const places = this.nodes.map(({ machine }) => `${machine[address]}:${ports.postgres}`).join(',');
    return `postgres://${role}:${passwords[role]}@${places}/${database}?target_session_attrs=primary`;
  }
}

const isLeader = ({ role }: Member) => role === 'leader';
