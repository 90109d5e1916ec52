// What stands as handed over to devices, for many devices at once: all of it when a link opens, and its ids alone when
// what the database says is compared with what the links hold.
import type { Database } from './database.ts';
import type { DeviceRef } from './devices.ts';
import { arrayLiteral } from './driver.ts';
import type { LinkRef } from './links.ts';
import { checkNonce, createNonce } from './nonce.ts';
import type { HandedOver } from './read_messages.ts';

/** Prepares the reads of what devices were handed. */
export function prepareHandedOver({ links: pool }: Database) {
  return {
    /** What was handed to each device and has not been reported on, oldest first; one list a device. */
    async listHandedOverTo(devices: readonly DeviceRef[]): Promise<HandedOver[][]> {
      const nonce = createNonce();
      // Texts that were handed over before SIMs were kept went to the first.
      const rows = await pool.run(
        `select $3::text, t.ord, m.id, m.attempt, m.address_norm, m.body, coalesce(m.sim, 1), m.deadline_at,
          m.identity
        from unnest($1::int8[], $2::int8[]) with ordinality as t (account_id, device_id, ord)
        cross join lateral (
          select * from message h
          where h.account_id = t.account_id and h.device_id = t.device_id and h.status = 'sending' order by h.id
        ) m
        union all select $3::text, null, null, null, null, null, null, null, null
        order by 2, 3`,
        [
          arrayLiteral(devices.map((device) => device.accountId)),
          arrayLiteral(devices.map((device) => device.deviceId)),
          nonce,
        ],
      );
      checkNonce(nonce, rows, Math.max(rows.length, 1));
      const lists: HandedOver[][] = devices.map(() => []);
      for (const row of rows) {
        if (row[1] === null) continue;
        lists[Number(row[1]) - 1]?.push({
          id: row[2] as bigint,
          attempt: row[3] as number,
          addressNorm: row[4] as string,
          body: row[5] as string,
          sim: row[6] as number,
          deadlineAtMs: row[7] === null ? 0 : Date.parse(row[7] as string),
          identity: row[8] as string | null,
        });
      }
      return lists;
    },

    /**
     * The ids of what was handed to each device and has not been reported on, ascending, at most `most` of each; one list
     * a link. Null for a link that is not its device's newest, or whose device was revoked.
     */
    async listHeldIds(links: readonly LinkRef[], most: number): Promise<(bigint[] | null)[]> {
      const nonce = createNonce();
      const rows = await pool.run(
        `select $5::text, array(
          select m.id from message m
          where m.account_id = t.account_id and m.device_id = t.device_id and m.status = 'sending'
          order by m.id limit $4::int4
        )::text, exists (
          select from device d where d.account_id = t.account_id and d.id = t.device_id
            and d.link_epoch = t.link_epoch and d.revoked_at is null)
        from unnest($1::int8[], $2::int8[], $3::int8[]) with ordinality as t (account_id, device_id, link_epoch, ord)
        order by t.ord`,
        [
          arrayLiteral(links.map((link) => link.accountId)),
          arrayLiteral(links.map((link) => link.deviceId)),
          arrayLiteral(links.map((link) => link.linkEpoch)),
          most,
          nonce,
        ],
      );
      checkNonce(nonce, rows, links.length);
      return rows.map((row) =>
        row[2] ? (row[1] as string).slice(1, -1).split(',').filter(Boolean).map(BigInt) : null,
      );
    },
  };
}
