// The bare spine's second half: takes a batch over gRPC and writes it with one durable statement. No admission, no
// rules, no threads, no routes: what is left is the cost that no design of this shape avoids.
import { createServer } from 'node:http2';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { MessageService } from '../../proto/gen/textrelay/v1/message_service_pb.ts';
import { systemClock } from '../../runtime/clock.ts';
import { arrayLiteral, openPool } from '../../server/store/postgres/driver.ts';

const [url = '', port = '0'] = process.argv.slice(2);
const pool = openPool({ url, connections: 4, deadlineMs: 5_000, clock: systemClock });
await pool.run('create table if not exists spine_account (id int8 primary key, last int8 not null)', []);
await pool.run(
  'create table if not exists spine (account_id int8, id int8, address text, body text, primary key (account_id, id))',
  [],
);
await pool.run(
  'insert into spine_account select n, 0 from generate_series(1, 100) n on conflict do nothing',
  [],
);

const statement = `
with input as (
  select * from unnest($1::int8[], $2::text[], $3::text[]) with ordinality as t (account_id, address, body, ord)
), locked as materialized (
  select id, last from spine_account where id in (select account_id from input) order by id for update
), numbered as (
  select i.*, l.last + row_number() over (partition by i.account_id order by i.ord) as id
  from input i join locked l on l.id = i.account_id
), moved as (
  update spine_account a set last = n.last
  from (select account_id, max(id) as last from numbered group by account_id) n where a.id = n.account_id
), written as (
  insert into spine select account_id, id, address, body from numbered
)
select id from numbered order by ord`;

const server = createServer(
  connectNodeAdapter({
    routes: (router) =>
      router.service(MessageService, {
        async sendMessages({ texts }) {
          const rows = await pool.run(statement, [
            arrayLiteral(texts.map((text) => text.accountId)),
            arrayLiteral(texts.map((text) => text.address)),
            arrayLiteral(texts.map((text) => text.body)),
          ]);
          return {
            results: rows.map(([id], index) => ({
              outcome: {
                case: 'accepted',
                value: { message: { id: id as bigint, body: texts[index]?.body ?? '' } },
              },
            })),
          };
        },
      }),
  }),
);
server.listen(Number(port), '127.0.0.1', () => process.send?.({ type: 'ready' }));
process.once('disconnect', () => process.exit(0));
