// The statements about jobs. What a job must be for a change is in the change itself.
import type { DatabaseSync } from 'node:sqlite';

export function prepareJobStatements(db: DatabaseSync) {
  return {
    attempts: db.prepare(
      'select attempt, identity, state, intent_at_ms, expires_at_ms from job where message_id = ?',
    ),
    countQueued: db.prepare("select count(*) as n from job where state in ('accepted', 'intent')"),
    insert: db.prepare(
      `insert into job (message_id, attempt, identity, address, body, encoding, parts, reference_bits, sim, expires_at_ms,
         state, accepted_at_ms)
       values (:messageId, :attempt, :identity, :address, :body, :encoding, :split, :referenceBits, :sim, :expiresAtMs,
         'accepted', :nowMs)`,
    ),
    supersede: db.prepare(
      `update job set state = 'superseded', address = '', body = '', parts = '[]', finished_at_ms = ?
       where message_id = ? and attempt = ? and identity = ? and state = 'accepted'`,
    ),
    waits: db.prepare(
      "select 1 from job where message_id = ? and attempt = ? and identity = ? and state = 'accepted'",
    ),
    listOpen: db.prepare("select * from job where state in ('accepted', 'intent') order by arrival"),
    intend: db.prepare(
      `update job set state = 'intent', intent_at_ms = coalesce(intent_at_ms, ?), submits = ?, tries = ?
       where message_id = ? and attempt = ? and identity = ? and state in ('accepted', 'intent')`,
    ),
    unintend: db.prepare(
      `update job set state = 'accepted', intent_at_ms = null
       where message_id = ? and attempt = ? and identity = ? and state = 'intent'`,
    ),
    setTries: db.prepare('update job set tries = ? where message_id = ? and attempt = ? and identity = ?'),
    doubt: db.prepare('update job set error = ? where message_id = ? and attempt = ? and identity = ?'),
    error: db.prepare('select error from job where message_id = ? and attempt = ? and identity = ?'),
    // The state it had decides, so that a late second answer changes nothing.
    end: db.prepare(
      `update job set state = ?, error = ?, partly_sent = ?, address = '', body = '', parts = '[]', finished_at_ms = ?
       where message_id = ? and attempt = ? and identity = ? and state in ('accepted', 'intent')`,
    ),
    ended: db.prepare(
      `select state, error, partly_sent, finished_at_ms, receipt, receipt_error, receipt_at_ms from job
       where message_id = ? and attempt = ? and identity = ?
         and state in ('sent', 'failed', 'unknown', 'handed_back')`,
    ),
    sentLate: db.prepare(
      `update job set state = 'sent', error = ''
       where message_id = ? and attempt = ? and identity = ? and state = 'unknown'`,
    ),
  };
}
