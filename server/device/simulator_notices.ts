// The notice about a simulated device: which texts it is given now, as the claim judges it.
import { magicOnly, nothingInProduction } from '../domain/simulators.ts';
import type { Store } from '../store/store.ts';

/** A sentence on what an account's simulated devices are given; empty while they are given everything. */
export type SimulatorNotice = (accountId: bigint) => Promise<string>;

/** Reads it from the store. */
export const createSimulatorNotice =
  (store: Pick<Store, 'hasRealWay'>, isProduction: boolean): SimulatorNotice =>
  async (accountId) => {
    if (isProduction) return nothingInProduction;
    return (await store.hasRealWay(accountId)) ? magicOnly : '';
  };
