// What would become of texts that were sent now, by the very rules of the send. It writes nothing and waits for no lock.
import type { GatewayRoute } from '../../domain/gateway_route.ts';
import type { Route } from '../../domain/message.ts';
import { liveStatuses } from '../../domain/quota.ts';
import type { Pool } from '../database/driver.ts';
import {
  bool,
  date,
  instant,
  int4,
  int4Array,
  int8,
  json,
  sqlNamesOf,
  text,
  textArray,
  word,
} from '../database/kinds.ts';
import { group, list, type RowOf, statement } from '../database/statement.ts';
import { judgeTexts } from './judge_texts.ts';
import { broughtFields } from './message_fields.ts';
import {
  accountOfText,
  askedInstants,
  type NewText,
  type SendContext,
  type SendVerdict,
} from './send_texts.ts';

const outcome = {
  ...accountOfText,
  verdict: word<SendVerdict>(),
  /** The original of a replay; null for none. */
  originalId: int8.orNull,
  /** Null without a way out. */
  route: word<Route>().orNull('taken_route'),
  /** When it would leave; null for at once. */
  leavesAtMs: instant.orNull('case when leaves_at > now() then leaves_at end'),
  /** Texts charged in the month, this one not included. */
  textsUsed: int4('coalesce(used, 0)'),
  /** Of route device: the one that would most likely have it. */
  device: group({ deviceId: int8('d.id'), deviceName: text('d.name'), isOnline: bool('d.is_online') }).orNull,
  /** Of route gateway: simulated carriers take it, and no others. */
  isSimulated: bool('coalesce(by_gateway, false)'),
  /** Of route gateway: a carrier's own sender will do. */
  mayBeShared: bool('w.sender is null'),
  /** Of route gateway: the carriers on which the account has a number, or the one that it must leave by. */
  numberedCarriers: json<readonly string[]>()(`coalesce((
    select json_agg(distinct c.carrier) from carrier_number c
    where c.account_id = w.account_id and w.taken_route = 'gateway' and (w.sender is null or c.number = w.sender)
  ), '[]')`),
};

/** What would become of a text, and its account as it stands. */
export type PreviewOutcome = RowOf<typeof outcome>;

// The texts are numbered as a batch is, so that the cap cuts where it would cut them if all were sent. Of an account's
// devices the one that is online comes first, then the one that the recipient stays on.
const previewStatement = (gateway: GatewayRoute) =>
  statement({
    takes: {
      texts: list({
        accountId: int8.orNull,
        route: word<Route>().orNull,
        ...broughtFields,
        ...askedInstants,
      }),
      month: date,
      newestMonth: date,
      nowMs: instant,
      plans: textArray,
      caps: int4Array,
      isShared: bool,
      carriers: textArray,
      live: textArray,
    },
    gives: outcome,
    expects: 'texts',
    text: (given) => `
with input as materialized (
  select ${sqlNamesOf(broughtFields, 't')}, ${sqlNamesOf(askedInstants, 't')}, t.route, t.ord, t.account_id, null::text as barred, false as confirms_stop
  from ${given.texts.as('t', 'ord')}
), ${judgeTexts(gateway, given, '', { senders: true, instants: true })}
select ${given.row} from decided w
left join lateral (
  select d.id, d.name, coalesce(d.online_until > ${given.nowMs}, false) as is_online, t.device_id is not null as is_kept
  from device d
  left join thread t on t.account_id = w.account_id and t.address_norm = w.address_norm and t.device_id = d.id
  where w.taken_route = 'device' and d.account_id = w.account_id and d.revoked_at is null
    and case when w.sender is null then (d.driver = 'simulated') = w.by_device
      else w.sender = 'device:' || d.id or w.sender like 'device:' || d.id || '/%' end
  order by is_online desc, is_kept desc, d.id limit 1
) d on true
order by ord`,
  });

/** A text whose form was checked, of an account that was admitted. */
export type TextToPreview = Omit<NewText, 'keyHash' | 'isTimed'>;

/** Makes what judges texts as a send would, all of one moment, in their order. A client_ref that comes twice is judged twice. */
export function preparePreviewTexts(reads: Pool, gateway: GatewayRoute) {
  const preview = previewStatement(gateway);
  const { isShared, carriers } = gateway;
  return (
    texts: readonly TextToPreview[],
    context: Omit<SendContext, 'deadlineMs'>,
  ): Promise<PreviewOutcome[]> =>
    preview.run(reads, { ...context, texts, isShared, carriers, live: liveStatuses });
}
