// The bench's end of the load process.
import { once } from 'node:events';
import { startProcess } from '../support/processes.ts';
import type { FleetOrder, FleetState } from './device_fleet.ts';

export interface Fleet {
  /** Gives an order; resolves when it is done. */
  order(order: FleetOrder): Promise<FleetState>;
  end(): Promise<void>;
}

/** Starts the process. */
export async function startFleet(): Promise<Fleet> {
  const running = await startProcess('test/bench/device_fleet.ts', [], {});
  const { child } = running;
  const waiting = new Map<number, (state: FleetState) => void>();
  const died = once(child, 'exit').then(() => {
    throw new Error(`the fleet ended: ${running.output()}`);
  });
  died.catch(() => {});
  child.on('message', ({ id, state }: { id: number; state: FleetState }) => {
    waiting.get(id)?.(state);
    waiting.delete(id);
  });
  let orders = 0;
  return {
    order(order) {
      const id = ++orders;
      const done = new Promise<FleetState>((resolve) => waiting.set(id, resolve));
      child.send({ id, order });
      return Promise.race([done, died]);
    },
    async end() {
      await running.stop();
    },
  };
}
