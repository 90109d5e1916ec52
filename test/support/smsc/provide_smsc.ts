// An SMSC for each test of a file, and SMPP carriers at it, in a simulation: both ends of their sockets are in this process.
import { afterEach, beforeEach } from 'vitest';
import { type EachTest, simulateEachTest } from '../../simulation/each_test.ts';
import { type OpenCarrier, openCarrier } from './open_carrier.ts';
import { Smsc } from './smsc.ts';
import type { SmscSession } from './smsc_session.ts';

/** A carrier whose connections are bound, and the newest of these. */
export type BoundCarrier = OpenCarrier & { session: SmscSession };

interface ProvidedSmsc extends Omit<EachTest, 'simulation'> {
  /** Makes and starts a carrier; it is stopped after the test. */
  open(settings?: object, random?: () => number): OpenCarrier;
  /** The same, once all its connections are bound. */
  openBound(settings?: object): Promise<BoundCarrier>;
}

/** Gives each test an SMSC. */
export function provideSmsc(take: (smsc: Smsc) => void = () => {}): ProvidedSmsc {
  const { clock, run, idle, during } = simulateEachTest();
  let smsc: Smsc;
  let port: number;
  const opened: OpenCarrier[] = [];
  beforeEach(async () => {
    smsc = await Smsc.start();
    port = smsc.port;
    take(smsc);
  });
  afterEach(async () => {
    await during(Promise.all(opened.splice(0).map(({ carrier }) => carrier.stop())));
    await smsc.close();
  });
  const open: ProvidedSmsc['open'] = (settings, random) => {
    const its = openCarrier(clock, port, settings, random);
    opened.push(its);
    return its;
  };
  return {
    ...{ clock, run, idle, during },
    open,
    async openBound(settings) {
      const its = open(settings);
      await idle();
      return { ...its, session: smsc.bound.at(-1) as SmscSession };
    },
  };
}
