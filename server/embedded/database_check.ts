// Asks the database the only question that proves it is up: a real connection, a real answer.
import postgres from 'postgres';
import { databaseName, urlOf } from './socket_place.ts';

async function ask(url: string, statement: string): Promise<void> {
  const client = postgres(url, { max: 1, connect_timeout: 5, fetch_types: false, onnotice: () => {} });
  try {
    await client.unsafe(statement);
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** SQLSTATE of an error, or the system's code. */
export const stateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Connects to the service's database and creates it if there is none. Throws what the driver throws. */
export async function checkDatabase(socketDir: string, password: string): Promise<void> {
  try {
    await ask(urlOf(socketDir, password), 'select 1');
  } catch (error) {
    if (stateOf(error) !== '3D000') throw error;
    await ask(urlOf(socketDir, password, 'postgres'), `create database ${databaseName}`);
  }
}
