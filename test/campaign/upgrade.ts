// A rolling upgrade as operators do it: one process after the other is asked to stop and started as the new version, while
// everybody goes on. Agents stay at the version before.
import type { Breach } from './judges/evidence.ts';
import type { Load } from './load/load.ts';
import { pause } from './timeline.ts';
import type { KeptProcess } from './world/kept_process.ts';
import type { World } from './world/world.ts';

/** How long both versions serve beside each other after each step, in milliseconds. */
const besideMs = 10_000;

/** Replaces all cores and gateways by the version in `folder`, and returns what that broke. */
export async function upgradeAll(world: World, load: Load, folder: string): Promise<Breach[]> {
  const { timeline, cores, gateways } = world;
  const breaches: Breach[] = [];
  let number = 0;
  const replace = async (process: KeptProcess) => {
    const step = timeline.begin(++number, `upgrade_${process.kind}`, process.name);
    const code = await process.replace(folder);
    timeline.end(step);
    if (code !== 0)
      breaches.push({
        guarantee: 'a process that is asked to stop ends well',
        what: `${process.name} ended with ${code}`,
        atMs: step.beganMs,
      });
    await pause(besideMs);
  };
  for (const { process } of cores) await replace(process);
  for (const [index, { process }] of gateways.entries()) {
    load.caller.takeOut(index);
    await replace(process);
    load.caller.takeIn(index);
    await pause(besideMs);
  }
  for (const { atMs, tenant, gateway, path, status } of load.caller.unanswered)
    breaches.push({
      guarantee: 'no request fails because of an upgrade',
      what: `gateway-${gateway} answered ${path} with ${status || 'nothing'}`,
      tenant,
      atMs,
    });
  return breaches;
}
