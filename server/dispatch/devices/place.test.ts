import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WaitingText } from '../../store/devices/list_queue.ts';
import { type PlacingDevice, type PlacingSim, placeTexts } from './place.ts';

const text = (id: number, fields: Partial<WaitingText> = {}): WaitingText => ({
  id: BigInt(id),
  addressNorm: `+${id}`,
  parts: 1,
  keptOn: null,
  version: null,
  sender: null,
  overtakes: false,
  hasWaited: false,
  ...fields,
});
const device = (capacity: number, fields: Partial<PlacingDevice> = {}): PlacingDevice => ({
  capacity,
  load: 0,
  window: 16,
  ...fields,
});
const sim = (deviceId: number, of: PlacingDevice, fields: Partial<PlacingSim> = {}): PlacingSim => ({
  deviceId: BigInt(deviceId),
  slot: 1,
  mostParts: undefined,
  underWay: 0,
  device: of,
  ...fields,
});
const keptOn = (deviceId: number, slot = 1) => ({ deviceId: BigInt(deviceId), slot });

/** Which device and slot each text goes to: `3:2/1` is text 3, device 2, slot 1. */
const placed = (texts: WaitingText[], sims: PlacingSim[], isForOthers?: (text: WaitingText) => boolean) => {
  const { placements, left } = placeTexts(texts, sims, isForOthers);
  const leftFor = Object.fromEntries([...left].map(([of, id]) => [of?.deviceId ?? 'any', id]));
  return [placements.map(({ text, sim }) => `${text.id}:${sim.deviceId}/${sim.slot}`), leftFor];
};

describe('texts to new recipients', () => {
  test('spread over all idle devices', () => {
    const sims = [1, 2, 3].map((id) => sim(id, device(16)));
    expect(
      placed(
        [1, 2, 3, 4, 5].map((id) => text(id)),
        sims,
      ),
    ).toEqual([['1:1/1', '2:2/1', '3:3/1', '4:1/1', '5:2/1'], {}]);
  });

  test('go to the device that is least loaded for its window', () => {
    const sims = [sim(1, device(10, { load: 0.5 })), sim(2, device(2, { load: 0.4, window: 4 }))];
    expect(
      placed(
        [1, 2, 3].map((id) => text(id)),
        sims,
      ),
    ).toEqual([['1:2/1', '2:1/1', '3:1/1'], {}]);
  });

  test('spread over the SIMs of one device, which share its capacity', () => {
    const one = device(3);
    const sims = [sim(1, one), sim(1, one, { slot: 2 })];
    expect(
      placed(
        [1, 2, 3, 4].map((id) => text(id)),
        sims,
      ),
    ).toEqual([['1:1/1', '2:1/2', '3:1/1'], { any: 4n }]);
  });

  test('texts to new recipients are left to others whose share they are; what stays here is not', () => {
    const texts = [
      text(1),
      text(2),
      text(3, { keptOn: keptOn(1) }),
      text(4, { keptOn: keptOn(9), version: '1' }),
    ];
    expect(placed(texts, [sim(1, device(16))], ({ id }) => id > 1n)).toEqual([
      ['1:1/1', '3:1/1'],
      { any: 2n },
    ]);
  });

  test('do not go to a SIM that is known not to take so many parts', () => {
    const sims = [sim(1, device(16), { mostParts: 2 }), sim(2, device(1))];
    const texts = [text(1, { parts: 3 }), text(2, { parts: 2 }), text(3, { parts: 3 })];
    expect(placed(texts, sims)).toEqual([['1:2/1', '2:1/1'], { any: 3n }]);
  });
});

describe('a recipient that stays on a SIM', () => {
  test('a recipient that stays on a SIM is given to it, whatever its load', () => {
    const sims = [sim(1, device(1, { load: 0.9 })), sim(2, device(16))];
    expect(placed([text(1, { keptOn: keptOn(1) })], sims)).toEqual([['1:1/1'], {}]);
  });

  test('a recipient that stays on a SIM waits for it when it is full, and keeps nobody else back', () => {
    const texts = [text(1, { keptOn: keptOn(1) }), text(2, { keptOn: keptOn(1) }), text(3)];
    expect(placed(texts, [sim(1, device(1)), sim(2, device(1))])).toEqual([['1:1/1', '3:2/1'], { 1: 2n }]);
  });

  test('a recipient that stays on a SIM stays where it is when that SIM is not here, unless it may leave it', () => {
    const sims = [sim(1, device(16), { slot: 2 })];
    expect(placed([text(1, { keptOn: keptOn(1) })], sims)).toEqual([[], {}]);
    const { placements } = placeTexts([text(1, { keptOn: keptOn(1), version: '7' })], sims);
    expect(placements).toMatchObject([{ sim: { slot: 2 }, isMove: true }]);
  });

  test('a recipient that stays on a SIM is not moved from a SIM that is here', () => {
    const sims = [sim(1, device(1)), sim(2, device(16))];
    const { placements } = placeTexts([text(1, { keptOn: keptOn(1), version: '7' })], sims);
    expect(placements).toMatchObject([{ sim: { deviceId: 1n }, isMove: false }]);
  });
});

test.each([
  ['overtakes one behind the search', text(1, { addressNorm: '+9', overtakes: true })],
  ['has too many parts for its SIM', text(1, { addressNorm: '+9', keptOn: keptOn(1), parts: 9 })],
])('a text that %s keeps back every later one to its recipient, and nobody else', (_name, held) => {
  const sims = [sim(1, device(16), { mostParts: 8 })];
  const later = { ...text(2, { addressNorm: '+9' }), keptOn: held.keptOn };
  expect(placed([held, later, text(3)], sims)[0]).toEqual(['3:1/1']);
});

test('property: capacities hold, each recipient goes to one SIM, in order, and none is left while there is capacity', () => {
  const devicesOf = fc.array(fc.record({ capacity: fc.nat(4), sims: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  });
  const textsOf = fc.array(fc.nat(7), { maxLength: 30 });
  const kept = fc.array(
    fc.option(fc.record({ device: fc.nat(5), slot: fc.integer({ min: 1, max: 3 }), mayLeave: fc.boolean() })),
    {
      minLength: 8,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(devicesOf, textsOf, kept, (devices, drawn, staying) => {
      const sims = devices.flatMap(({ capacity, sims: count }, index) => {
        const shared = device(capacity, { window: 4, load: (4 - capacity) / 4 });
        return Array.from({ length: count }, (_, nth) => sim(index, shared, { slot: nth + 1 }));
      });
      const texts = drawn.map((recipient, index) => {
        const stay = staying[recipient];
        return text(index + 1, {
          addressNorm: `+${recipient}`,
          keptOn: stay ? keptOn(stay.device, stay.slot) : null,
          version: stay?.mayLeave ? 'v' : null,
          overtakes: recipient === 7,
        });
      });
      const { placements, left } = placeTexts(texts, sims);
      for (const [index, { capacity }] of devices.entries())
        expect(placements.filter(({ sim }) => sim.deviceId === BigInt(index)).length).toBeLessThanOrEqual(
          capacity,
        );
      for (const of of Map.groupBy(placements, ({ text }) => text.addressNorm).values()) {
        expect(new Set(of.map(({ sim }) => sim)).size).toBe(1);
        const all = texts.filter(({ addressNorm }) => addressNorm === of[0]?.text.addressNorm);
        expect(of.map(({ text }) => text)).toEqual(all.slice(0, of.length));
      }
      for (const { text, sim, isMove } of placements) {
        const here = sims.some(
          (each) => each.deviceId === text.keptOn?.deviceId && each.slot === text.keptOn.slot,
        );
        if (here) expect([sim.deviceId, sim.slot]).toEqual([text.keptOn?.deviceId, text.keptOn?.slot]);
        expect(isMove).toBe(text.keptOn !== null && !here);
        if (isMove) expect(text.version).not.toBeNull();
        expect(text.overtakes).toBe(false);
      }
      const free = devices.reduce((sum, { capacity }) => sum + capacity, 0) - placements.length;
      const first = texts.find(({ id }) => id === left.get(null));
      const isSettled = placements.some(({ text }) => text.addressNorm === first?.addressNorm);
      if (first && free > 0 && !isSettled) expect(first.keptOn).not.toBeNull();
    }),
  );
});
