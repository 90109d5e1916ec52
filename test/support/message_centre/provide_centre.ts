// A message centre for each test of a file, and SMPP carriers at it, in a simulation: both ends of their sockets are in this process.
import { afterEach, beforeEach } from 'vitest';
import { type EachTest, simulateEachTest } from '../../simulation/each_test.ts';
import { MessageCentre } from './centre.ts';
import type { CentreSession } from './centre_session.ts';
import { type OpenCarrier, openCarrier } from './open_carrier.ts';

/** A carrier whose connections are bound, and the newest of these. */
export type BoundCarrier = OpenCarrier & { session: CentreSession };

interface ProvidedCentre extends Omit<EachTest, 'simulation'> {
  /** Makes and starts a carrier; it is stopped after the test. */
  open(settings?: object, random?: () => number): OpenCarrier;
  /** The same, once all its connections are bound. */
  openBound(settings?: object): Promise<BoundCarrier>;
}

/** Gives each test a message centre. */
export function provideCentre(take: (centre: MessageCentre) => void = () => {}): ProvidedCentre {
  const { clock, run, idle, during } = simulateEachTest();
  let centre: MessageCentre;
  let port: number;
  const opened: OpenCarrier[] = [];
  beforeEach(async () => {
    centre = await MessageCentre.start();
    port = centre.port;
    take(centre);
  });
  afterEach(async () => {
    await during(Promise.all(opened.splice(0).map(({ carrier }) => carrier.stop())));
    await centre.close();
  });
  const open: ProvidedCentre['open'] = (settings, random) => {
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
      return { ...its, session: centre.bound.at(-1) as CentreSession };
    },
  };
}
