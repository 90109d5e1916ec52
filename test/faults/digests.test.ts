// A core dies as it sends a mail about new replies: the mail is not lost, and a repeat is the same mail.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, openInspector } from '../support/database.ts';
import { type MailServer, startMailServer } from '../support/mail_server.ts';
import { createUser } from '../support/users.ts';
import { type WrittenTables, watchTables } from '../support/written_tables.ts';
import { CoreUnderTest } from './core_under_test.ts';

let server: MailServer;
let url: string;
let core: CoreUnderTest;
let sql: ReturnType<typeof openInspector>;
let written: WrittenTables;

beforeAll(async () => {
  server = await startMailServer();
  url = await createDatabase();
  sql = openInspector(url);
  written = await watchTables(sql, 'inbox_settings', 'digest_mark');
  core = await CoreUnderTest.start(url, {
    TEXTRELAY_SMTP_URL: server.url,
    TEXTRELAY_SMTP_FROM: 'texts@example.com',
  });
});
afterAll(async () => {
  await core?.stop();
  await sql?.end();
  server?.stop();
});

/** Makes the person due again, as if their core had died some minutes ago. */
const makeDue = () => sql`update inbox_settings set digest_due_at = now()`;
const name = (mail: string) => /^Message-ID: (.*)$/m.exec(mail)?.[1];

test('a core dies before the mail, and after it: it comes, and again only as the same one', async () => {
  const { account } = await core.admin.createAccount({ name: 'Test', country: 'US', plan: 'pro' });
  const id = String(account?.id);
  const user = await createUser(url, { roles: [[account?.id ?? 0n, 'member']] });
  await core.stop();
  await sql`update app_user set email_verified_at = now() where id = ${String(user.id)}`;
  await sql`insert into inbox_settings (user_id, enter_sends, digest, digest_since)
    values (${String(user.id)}, false, 'hourly', now() - interval '1 hour')`;
  await sql`with moved as (update account set last_message_id = 1, last_seq = 1 where id = ${id}),
    talk as (insert into thread (account_id, address_norm, address, last_message_id, message_count)
      values (${id}, '+15005557001', '+15005557001', 1, 1))
    insert into message (account_id, id, seq, direction, address, address_norm, body, status, route, segments, encoding, charged,
      attempt, created_at)
    values (${id}, 1, 1, 'in', '+15005557001', '+15005557001', 'Is a table free?', 'received', 'device', 1, 'gsm7', false, 0,
      now() + interval '1 second')`;
  await makeDue();
  const first = await core.run('digest_after_claim');
  await first.died();
  expect(server.mails).toEqual([]);
  await makeDue();
  const second = await core.run('digest_after_mail');
  await second.died();
  expect(server.mails).toHaveLength(1);
  expect(server.mails[0]).toContain('Is a table free?');
  await makeDue();
  await core.run();
  const isOver = async () =>
    (
      await sql`select from digest_mark m join inbox_settings s on s.user_id = m.user_id
      where m.last_message_id = 1 and s.digest_due_at > now()`
    ).length === 1;
  await written.until(isOver);
  expect(server.mails.map(name)).toEqual([name(server.mails[0] ?? ''), name(server.mails[0] ?? '')]);
  // The next mail does not show the same replies again.
  await makeDue();
  await written.until(isOver);
  expect(server.mails).toHaveLength(2);
}, 60_000);
