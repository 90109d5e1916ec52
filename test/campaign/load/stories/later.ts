// Texts that are to leave at an instant, by the machine's own clock, whatever hour it is for a core.
import { pause } from '../../timeline.ts';
import { named, type Setting } from './setting.ts';

/** So far ahead, in milliseconds. */
const aheadMs = [1_500, 40_000] as const;

/** Sends such texts until it is over. */
export async function playLater(setting: Setting): Promise<void> {
  const { world, sends, chance, running } = setting;
  const tenant = named(setting, 'later-1');
  const sending = new Set<Promise<void>>();
  while (!running.isOver) {
    const dueMs = world.timeline.nowMs() + chance.between(...aheadMs);
    const sent = sends.compose(tenant, chance, { isAlone: true, dueMs });
    const done = sends.send(sent, chance.stream(sent.word)).finally(() => sending.delete(done));
    sending.add(done);
    await pause(chance.between(400, 1_200));
  }
  await Promise.all(sending);
}
