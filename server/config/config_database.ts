// DATABASE_URL, as it is read from the environment.
import { makeValidator } from 'envalid';
import { readDatabaseUrl } from '../store/postgres/connection/database_url.ts';

/** The variable that names the database: one server, or several of which one is the primary. */
export const databaseUrl = makeValidator<string>((text) => {
  readDatabaseUrl(text);
  return text;
});
