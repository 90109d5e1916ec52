// DATABASE_URL, as it is read from the environment.
import { makeValidator } from 'envalid';
import { driverTls } from '../store/postgres/connection/database_tls.ts';
import { readDatabaseUrl } from '../store/postgres/connection/database_url.ts';

/** The variable that names the database: one server, or several of which one is the primary. Its files can be used. */
export const databaseUrl = makeValidator<string>((text) => {
  const { hosts, tls } = readDatabaseUrl(text);
  for (const { host } of hosts) driverTls(tls, host);
  return text;
});
