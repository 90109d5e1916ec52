// Everything that clients, readers, people and clients without the credential do to the system during a campaign.
import type { Seeded } from '../../support/seeded.ts';
import { pause } from '../timeline.ts';
import type { Tenant } from '../world/tenant.ts';
import type { World } from '../world/world.ts';
import { Caller } from './caller.ts';
import { beGreedy } from './greedy.ts';
import { beHostile, type HostileKind } from './hostile.ts';
import { type Incoming, sendInbound } from './inbound.ts';
import { fireSalvo, probe } from './probe.ts';
import { FeedReader, type ReadFault } from './reader.ts';
import { Sends } from './sends.ts';
import { type Running, reachCaps, sendQuietly, sendSteadily } from './steady.ts';
import { type Stories, type StoryName, startStories } from './stories/stories.ts';
import { readThreads } from './threads.ts';

export type { HostileKind } from './hostile.ts';

/** What there is to be beside the texts of steady tenants. */
export interface LoadForm {
  hostile: readonly HostileKind[];
  stories: readonly StoryName[];
  /** How many times as long as usual senders pause between two texts. */
  ease: number;
}

export interface Load {
  caller: Caller;
  sends: Sends;
  readers: FeedReader[];
  incoming: Map<string, Incoming>;
  threadFaults: ReadFault[];
  /** Hostile requests by kind. */
  hostile: Map<string, number>;
  stories: Stories;
  /** Sends many texts at once, of those who probe; says at the first acknowledgement whether there was one. */
  salvo(): Promise<boolean>;
  /** Nothing new from now on. */
  stop(): void;
  /** Resolves when every sender has its answer, or has given up after so long. */
  ended(withinMs: number): Promise<void>;
}

/** Starts it. */
export function startLoad(world: World, form: LoadForm, chance: Seeded): Load {
  const { timeline } = world;
  const caller = new Caller(
    world.gateways.map(({ port }) => port),
    timeline,
  );
  const sends = new Sends(caller, timeline);
  const running: Running = { isOver: false, ease: form.ease };
  const incoming = new Map<string, Incoming>();
  const threadFaults: ReadFault[] = [];
  const hostile = new Map<string, number>();
  const ofRole = (role: Tenant['role']) => world.tenants.filter((tenant) => tenant.role === role);
  const stories = startStories(form.stories, { world, caller, sends, running }, chance.stream('stories'));
  const readers = world.tenants.flatMap((tenant) =>
    (tenant.role === 'story' ? [true] : [true, false]).map(
      (waits) =>
        new FeedReader(tenant, waits, caller, timeline, chance.stream(`reader ${tenant.name} ${waits}`)),
    ),
  );
  const work = [
    ...ofRole('steady').map((tenant) => sendSteadily(sends, tenant, chance.stream(tenant.name), running)),
    ...ofRole('quiet').map((tenant) => sendQuietly(sends, tenant, chance.stream(tenant.name), running)),
    ...ofRole('probe').map((tenant) => probe(sends, tenant, chance.stream(tenant.name), running)),
    ...ofRole('greedy').map((tenant) => beGreedy(sends, caller, tenant, chance.stream(tenant.name), running)),
    ...ofRole('steady').map((tenant) =>
      readThreads(caller, tenant, threadFaults, chance.stream(`threads ${tenant.name}`), running),
    ),
    ...(['simulated', 'modem', 'smsc'] as const).map((way) =>
      sendInbound(world, way, incoming, chance.stream(`inbound ${way}`), running),
    ),
    reachCaps(sends, world.operator, world.tenants, chance.stream('caps'), running),
    stories.ended,
    beHostile(world, form.hostile, hostile, chance.stream('hostile'), running),
  ];
  const reading = readers.map((reader) => reader.run());
  return {
    caller,
    sends,
    readers,
    incoming,
    threadFaults,
    hostile,
    stories,
    async salvo() {
      const fired = ofRole('probe').map((tenant) => fireSalvo(sends, tenant, chance.stream('salvo')));
      return (await Promise.all(fired)).every((isAcknowledged) => isAcknowledged);
    },
    stop() {
      running.isOver = true;
    },
    async ended(withinMs) {
      await Promise.race([Promise.all(work), pause(withinMs)]);
      sends.giveUp();
      await Promise.race([Promise.all(work), pause(40_000)]);
      for (const reader of readers) reader.stop();
      await Promise.all(reading);
    },
  };
}
