// The bench's end of the load process.
import { once } from 'node:events';
import { startProcess } from '../support/processes.ts';
import type { FleetOrder, FleetState } from './device_fleet.ts';

export interface Fleet<Order = FleetOrder, State = FleetState> {
  /** Gives an order; resolves when it is done. */
  order(order: Order): Promise<State>;
  end(): Promise<void>;
}

/** Starts the process. */
export async function startFleet<Order = FleetOrder, State = FleetState>(
  script = 'test/bench/device_fleet.ts',
): Promise<Fleet<Order, State>> {
  const running = await startProcess(script, [], {});
  const { child } = running;
  const waiting = new Map<number, (state: State) => void>();
  const died = once(child, 'exit').then(() => {
    throw new Error(`the fleet ended: ${running.output()}`);
  });
  died.catch(() => {});
  child.on('message', ({ id, state }: { id: number; state: State }) => {
    waiting.get(id)?.(state);
    waiting.delete(id);
  });
  let orders = 0;
  return {
    order(order) {
      const id = ++orders;
      const done = new Promise<State>((resolve) => waiting.set(id, resolve));
      child.send({ id, order });
      return Promise.race([done, died]);
    },
    async end() {
      await running.stop();
    },
  };
}
