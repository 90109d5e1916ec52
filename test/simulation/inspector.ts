// Looks into the database of a simulation, and writes into it, at the simulation's time.
import postgres from 'postgres';
import { readDatabaseUrl } from '../../server/store/postgres/connection/database_url.ts';
import type { SimulatedService } from './simulated_service.ts';

/**
 * A plain client, of a part of its own unless another one is named; its statements wait for their turn like those of a core, and `now()`
 * is the simulation's.
 */
export async function openSimulatedInspector(service: SimulatedService, part = 'inspector') {
  const { hosts, user, password, database } = readDatabaseUrl(await service.database.open(part));
  const host = hosts[0]?.host as string;
  return postgres({
    ...{ host, user, password, database, max: 2 },
    onnotice: () => {},
    types: { bigint: postgres.BigInt },
  });
}
