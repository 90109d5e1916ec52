// Generated from the OpenAPI document by npm run generate.

/** An account, as a key that may act for it sees it. */
export interface Account {
  /** The value to send as X-SVC-Account with a platform key. Random, so that it does not show how many accounts there are. A sandbox has its owner's id plus 1000000000000. */
  id: number;
  /** The name that the operator gave it. */
  name: string;
  /** The current plan; null when the account never had one. */
  plan: string | null;
  /** As in Usage. */
  subscription_status: string | null;
  /** When it was linked to the platform key; null for an account's own key. */
  linked_at: string | null;
}

export interface Accounts {
  /** In order of name, then id. */
  accounts: Account[];
  /** What to pass as cursor for the next page. Left out on the last one. */
  next_cursor?: string;
}

/** What was dealt with. */
export interface AckConsumer {
  /** The last seq that was handled: next_since of the page. */
  seq: number;
  /** The lease that the page came with. */
  lease?: string | null;
}

export interface BatchAnswer {
  /** One for each text, in their order. */
  results: Verdict[];
}

/** Many texts by one template. */
export interface Broadcast {
  /** In order of creation within the account. */
  id: number;
  /** For people; 1 to 100 characters. */
  name: string;
  /** Its own idempotency key; null for none. */
  client_ref: string | null;
  /** The text of its recipients, in which {field} stands for the recipient's own words. */
  template: string;
  /** Where its recipients came from: they were put, or are those of another broadcast that failed. */
  source: 'file' | 'failed';
  /** The broadcast whose failed recipients it has; null for any other. */
  failed_of: number | null;
  /** A draft takes recipients. While it is running they leave; it is done when none waits. Paused, it goes on when it is resumed; cancelled, never. */
  state: 'draft' | 'running' | 'paused' | 'done' | 'cancelled';
  /** The code of the refusal that paused it: account_suspended, cap_reached, no_plan, no_subscription, no_route or not_found. Null where it did not pause itself. */
  pause_reason: string | null;
  /** No recipient leaves before; null for at once. */
  send_at: string | null;
  /** The route that its texts ask for; null for any. */
  route: 'device' | 'gateway' | null;
  /** What its texts must leave by; null for any. */
  from: string | null;
  /** Its texts leave in quiet hours as well. */
  urgent: boolean;
  /** How many it has. */
  recipients: number;
  /** Rows that became texts. */
  accepted: number;
  /** Rows that were refused and become none. */
  refused: number;
  /** Texts that were delivered, as counted seconds ago while somebody looks. */
  delivered: number;
  /** Texts that failed, without those that were cancelled; likewise. */
  failed: number;
  /** Texts that were cancelled; likewise. */
  cancelled: number;
  /** Recipients who wrote back after their text; likewise. */
  replied: number;
  /** When it was made. */
  created_at: string;
  /** When it was started; null before. */
  started_at: string | null;
  /** When it was done or cancelled; null before. */
  ended_at: string | null;
}

/** A page of broadcasts. */
export interface BroadcastPage {
  /** Newest first. */
  broadcasts: Broadcast[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** A recipient of a broadcast. */
export interface BroadcastRecipient {
  /** Its number. */
  number: number;
  /** The recipient as given. */
  address: string;
  /** E.164; null where it could not be read. */
  address_norm: string | null;
  /** The finished text; empty for a recipient that was refused when it was put. */
  body: string;
  /** Its text does not leave before; null for at once. */
  send_at: string | null;
  /** waiting, refused, or the status of its text. */
  status: 'waiting' | 'refused' | 'queued' | 'sending' | 'sent' | 'delivered' | 'failed';
  /** The code of the refusal; null unless refused. */
  code: string | null;
  /** What to do about a refusal of this code; null unless refused. */
  next: string | null;
  /** Why it was refused, or why its text failed; null for any other. */
  error: string | null;
  /** Its text; null before. */
  message_id: number | null;
  /** The recipient wrote back after the text. */
  replied: boolean;
}

/** A page of recipients. */
export interface BroadcastRecipientPage {
  /** In order of their numbers. */
  recipients: BroadcastRecipient[];
  /** What to pass as cursor for the next page; null on the last one. */
  next_cursor: string | null;
}

/** Puts contacts into a group, and takes others out. */
export interface ChangeGroupMembers {
  /** Contacts to add; at most 1,000 together with those to take out. */
  add?: number[];
  /** Contacts to take out. */
  remove?: number[];
}

/** The plan to change to. */
export interface ChangePlan {
  /** One of starter, growth, pro; any other is `unknown_plan`. */
  plan: string;
}

/** The webhook, and its secret where it got a new one. */
export interface ChangedWebhook {
  webhook: Webhook;
  /** The secret that requests are signed with. It is shown this once. */
  secret?: string;
}

/** A subscription in the feed that the service keeps. */
export interface Consumer {
  /** Its name. */
  name: string;
  /** Everything up to this seq was acknowledged. */
  cursor: number;
  /** By how many seqs it is behind the newest. */
  behind: number;
  /** When the cursor last moved, or was made. */
  moved_at: string;
  /** When it was made. */
  created_at: string;
  /** Until when a reader has it; null when none has. */
  lease_until: string | null;
}

/** A page of the change feed from a consumer’s cursor. */
export interface ConsumerPage {
  /** In order of seq; each text once, as it is now. */
  messages: Message[];
  /** What to pass as since next; given even when messages is empty. */
  next_since: number;
  /** True when more can be read at once. */
  has_more: boolean;
  /** Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq. */
  cursor_ahead?: boolean;
  /** Only given, and then true, when texts above since were deleted, because they are no longer kept. */
  truncated?: boolean;
  /** With cursor_ahead: the newest seq that there is, or the last one before that time. */
  newest_seq?: number;
  /** What to pass with the next read and acknowledgement. */
  lease: string;
}

/** An account's consumers. */
export interface Consumers {
  /** In order of name. */
  consumers: Consumer[];
}

/** A number that has a name. */
export interface Contact {
  /** Counted per account. */
  id: number;
  /** E.164. Only one contact of an account has it. */
  address: string;
  /** 1 to 200 characters. */
  name: string;
  /** Up to 2,000 characters; empty for none. */
  note: string;
  /** The groups that it is in, in order; at most 50. */
  groups: number[];
  /** When it was added. */
  created_at: string;
  /** When its number, name or note last changed. */
  changed_at: string;
}

/** A group of contacts. */
export interface ContactGroup {
  /** Counted per account. */
  id: number;
  /** 1 to 100 characters. Only one group of an account has it. */
  name: string;
  /** How many contacts are in it. */
  members: number;
  /** When it was made. */
  created_at: string;
}

/** A page of groups. */
export interface ContactGroupPage {
  /** In order of name. */
  groups: ContactGroup[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** What became of a file. */
export interface ContactImport {
  /** Contacts that were added. */
  added: number;
  /** Contacts that were there already and changed. */
  changed: number;
  /** Contacts that were there already and did not change. */
  known: number;
  /** Rows that were not taken. */
  refused: number;
  /** The first 1000 of them, in their order. */
  faulty: FaultyLine[];
}

/** A page of contacts. */
export interface ContactPage {
  /** In order of name. */
  contacts: Contact[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** A broadcast to make. */
export interface CreateBroadcast {
  /** For people; 1 to 100 characters. */
  name: string;
  /** The text of its recipients, 1 to 1600 characters. {field} stands for the recipient's own words; the case of names does not count. */
  template: string;
  /** Idempotency key: one broadcast for ever. */
  client_ref?: string | null;
  /** The route of its texts, as in a single send. */
  route?: 'device' | 'gateway' | null;
  /** What its texts must leave by, as in a single send. */
  from?: string | null;
  /** True leaves in quiet hours of the account as well. */
  urgent?: boolean | null;
}

/** A broadcast to those that failed. */
export interface CreateFailedBroadcast {
  /** For people; 1 to 100 characters. */
  name: string;
  /** Idempotency key: one broadcast for ever. */
  client_ref?: string | null;
}

/** It is done. */
export interface Done {
  /** Always true. */
  ok: boolean;
}

/** What would become of a text that was sent now. */
export interface DryRun {
  /** The recipient in E.164 form; absent for a text that is malformed. */
  address_norm?: string;
  /** Parts that it takes on the air; absent for a text that is malformed. */
  segments?: number;
  /** The alphabet of those parts; absent for a text that is malformed. */
  encoding?: 'gsm7' | 'ucs2';
  /** Texts that it would count as: 1, or 0 when nothing would be sent. */
  units: number;
  /** The way it would leave; absent when there is none. */
  route?: 'device' | 'gateway';
  device?: DryRunDevice;
  /** The carrier that would most likely take it; absent unless the route is gateway. */
  carrier?: string;
  /** When it would leave; null for at once. */
  leaves_at: string | null;
  usage?: Usage;
}

/** The phone that would most likely have the text. */
export interface DryRunDevice {
  /** Its id within the account. */
  id: number;
  /** As it was paired. */
  name: string;
  /** Whether it is online now. */
  online: boolean;
}

/** One endpoint of the interface. */
export interface Endpoint {
  /** The HTTP method. */
  method: string;
  /** The path, with parameters in braces. */
  path: string;
  /** The kind of key it takes. */
  auth: 'none' | 'account_key' | 'account_or_platform_key';
  /** What it does. */
  summary: string;
}

/** Every answer that is no success. */
export interface Error {
  /** What is wrong, for a person. May change at any time. */
  error: string;
  /** What is wrong, for a program. Stable. */
  code: 'invalid_api_key' | 'platform_key_scope' | 'not_found' | 'invalid_request' | 'invalid_address' | 'unknown_plan' | 'no_subscription' | 'cap_reached' | 'no_plan' | 'no_route' | 'exempt_account' | 'rate_limited' | 'payment_error' | 'billing_disabled' | 'unavailable' | 'not_cancellable' | 'opted_out' | 'account_suspended' | 'consumer_busy' | 'loop_suspected' | 'key_ended' | 'key_scope' | 'recipient_not_allowed' | 'sender_not_allowed' | 'key_budget_reached' | 'incoming_webhook_budget_reached';
  /** What to do about an error of this code. May change at any time. */
  next: string;
  /** With `invalid_request`: all fields that are known to be wrong; absent where they were not looked at one by one. */
  fields?: FieldFault[];
}

/** A line of a file that cannot be used. */
export interface FaultyLine {
  /** Counted from 1. */
  line: number;
  /** What is wrong with it. */
  error: string;
  /** The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a quotation mark is not closed; `card_open`: a vCard has no END; `repeated`: its number stands on an earlier line; `too_long`; `too_many_groups`: of the contact or of the account; `contacts_full`: the account has as many as it may; `other`: error says what. */
  code: 'invalid_address' | 'number_missing' | 'name_missing' | 'quote_open' | 'card_open' | 'repeated' | 'too_long' | 'too_many_groups' | 'contacts_full' | 'other';
}

/** A recipient that can never be sent. */
export interface FaultyRow {
  /** Its number. */
  number: number;
  /** The code of its refusal. */
  code: string;
  /** What to do about a refusal of this code. */
  next: string;
  /** What is wrong with it. */
  error: string;
}

/** A position in the feed, by a seq or by an instant. */
export interface FeedPosition {
  /** A seq: what is above it follows. At most the newest. */
  seq?: number | null;
  /** An instant, with its offset where it is a text (RFC 3339): everything that changed at it or later follows, and some of what changed before may. */
  at?: string | null;
}

/** A field of a request that was refused. */
export interface FieldFault {
  /** Its name. */
  field: string;
  /** The rule that it breaks, for a program; `other`: error says which. Stable. */
  reason: 'required' | 'empty' | 'not_a_name' | 'not_an_email' | 'not_an_address' | 'wrong_length' | 'too_long' | 'not_https' | 'not_public' | 'has_credentials' | 'other';
  /** What is wrong with it, for a person; begins with its name. May change at any time. */
  error: string;
  /** With `wrong_length`: the fewest characters that it takes. */
  min_length: number | null;
  /** With `wrong_length` and `too_long`: the most characters that it takes. */
  max_length: number | null;
}

/** The contacts that were found. */
export interface FindContactsAnswer {
  /** In the request's order, without addresses that belong to no contact. */
  found: FoundContact[];
}

/** What was found. */
export interface Found {
  /** In order of name, at most 20. */
  contacts: Contact[];
  /** Newest text first, at most 20. */
  threads: Thread[];
  /** Newest first. */
  messages: Message[];
  /** What to pass as before to look further back; null when all was looked at. */
  next_before: number | null;
}

/** A contact, and the address that it was found by. */
export interface FoundContact {
  /** As it was asked for. */
  address: string;
  contact: Contact;
}

/** A page of members. */
export interface GroupMemberPage {
  /** In order of id. */
  contacts: Contact[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** A file of contacts. */
export interface ImportContacts {
  /** The file: at most 100,000 contacts and 8 MiB. */
  csv?: string;
  /** The same as vCards. Exactly one of the two must be given. */
  vcard?: string;
}

/** A file of recipients who want no texts. */
export interface ImportOptOuts {
  /** The file: comma-separated values, at most 10,000 lines and 1 MiB. */
  csv: string;
}

/** What becomes of other programs' calls to /hooks/{name}. */
export interface IncomingWebhook {
  /** Its name. */
  name: string;
  /** The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. */
  template: string;
  /** Who gets the texts: at most 20 numbers; empty where recipients_field names them. */
  recipients: string[];
  /** The path of a number, or of a list of at most 20, in the body; null where recipients has them. */
  recipients_field: string | null;
  /** Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. */
  event_id: string;
  /** Most texts in an hour of UTC, 1 to 1000. */
  texts_per_hour: number;
  /** The sender that the texts leave by, as the from of a text; null for any. */
  from: string | null;
  /** True for texts that quiet hours do not delay. */
  urgent: boolean;
  /** Whether calls may be signed instead of bringing a key. */
  has_secret: boolean;
  /** The key for which signed calls send; null without a secret. */
  key_id: number | null;
  /** When it was made. */
  created_at: string;
  /** When it last sent a text; null for never. */
  last_used_at: string | null;
  /** When a call was last refused; null for never. */
  last_refused_at: string | null;
  /** The code of that refusal; null for none. */
  last_refusal: string | null;
}

/** The headers of the call that an incoming webhook looks at. */
export type IncomingWebhookHeaders = {
  /** The event of GitHub. */
  "x-github-event"?: string;
  /** The id of a delivery of GitHub. */
  "x-github-delivery"?: string;
  /** Names the event where event_id is empty. */
  "idempotency-key"?: string;
} | null;

/** What an incoming webhook would make of a call. Nothing is sent. */
export interface IncomingWebhookPreview {
  /** The words of the texts. A field that the call does not have stands there as in the template. */
  body: string;
  /** Whether they were cut at 1600 characters. */
  is_cut: boolean;
  /** Who would get them. */
  recipients: string[];
  /** What the call is about; empty where nothing says so. */
  event_id: string;
  /** The paths that lead to nothing in this call; one of event_id has a call refused. */
  missing: string[];
}

/** An account's incoming webhooks. */
export interface IncomingWebhooks {
  /** In order of name; at most 50. */
  incoming_webhooks: IncomingWebhook[];
}

/** What is served. */
export interface Index {
  /** The service’s name. */
  name: string;
  /** The version of this interface. */
  version: string;
  /** Where the OpenAPI document is. */
  openapi: string;
  /** Where the guide for agents is. */
  guide: string;
  endpoints: Endpoint[];
}

/** What a key may still send in this hour or day. */
export type KeyBudget = {
  /** Most texts in it. */
  limit: number;
  /** Texts that would still be accepted. */
  remaining: number;
  /** When the next one begins. */
  resets_at: string;
} | null;

/** The limits of a key. They hold for each text, whichever interface it comes by. What is left out is not limited. */
export type KeyPolicy = {
  /** What the key may do: read texts and settings, send texts, manage what belongs to the account. read alone cannot change anything. A request that leaves it out means all three. */
  scopes: ('read' | 'send' | 'manage')[];
  /** The key stops working then; null for never. */
  ends_at: string | null;
  /** The recipients that it may write to: `any` alone, `writers` alone for those who have written to the account, or up to 1000 numbers as E.164 and prefixes with a star at their end, like +1500*. A request that leaves it out means `any`. */
  recipients: string[];
  /** Most texts in an hour of UTC, 1 to 1000000; null without a bound. */
  per_hour: number | null;
  /** Most texts in a day of UTC, not fewer than per_hour; null without a bound. */
  per_day: number | null;
  /** The sender that its texts leave by, as the from of a text; null for any. */
  from: string | null;
  /** When a person has to approve a text before it leaves: never, for new_recipients (no text of the account has left to them, and they have written none), or always. Such a text is queued with awaiting approval, for 24 hours. A request that leaves it out means never. */
  require_approval: 'never' | 'new_recipients' | 'always';
  /** Which texts it reads: all, or known, only those from and to whom it may write to. All others are as if there were none. known takes recipients other than `any`, and no scope manage, with which a key could read everything over webhooks. A request that leaves it out means all. */
  reads: 'all' | 'known';
} | null;

/** A draft. */
export interface MadeBroadcast {
  broadcast: Broadcast;
  /** True if the client_ref was used before. */
  replayed: boolean;
}

/** The key’s own account. */
export interface Me {
  account: Account;
  usage: Usage;
  tiers: Tier[];
  key?: OwnKey;
}

/** One text, sent or received. */
export interface Message {
  /** Counted per account, in order of creation. */
  id: number;
  /** Change cursor: advances, in commit order, whenever the text changes. The value to pass as since. */
  seq: number;
  /** out was sent by the account, in was received by it. */
  direction: 'out' | 'in';
  /** The other party, as given or received. */
  address: string;
  /** Its E.164 form; for senders that are short codes or names, the address itself. */
  address_norm: string;
  /** The text. */
  body: string;
  /** Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received. */
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'received' | 'failed';
  /** The way it leaves or came in: a paired phone, or an upstream carrier. */
  route: 'device' | 'gateway';
  /** Why it failed: a stable code, then a colon and a sentence. The codes are expired_in_queue, outcome_unknown, rejected_by_network, device_failed, carrier_failed, opted_out, cancelled, approval_rejected and approval_expired. Null unless failed. */
  error: string | null;
  /** When it was accepted or received. */
  created_at: string;
  /** When the network took it; null before. */
  sent_at: string | null;
  /** When the recipient's phone had it; null before. */
  delivered_at: string | null;
  /** Parts that the text takes on the air. It counts as one text whatever its length. */
  segments: number;
  /** The alphabet of those parts. */
  encoding: 'gsm7' | 'ucs2';
  /** The client_ref that it was sent under; null without one, and for inbound texts. */
  client_ref: string | null;
  /** What a received text asks for by its words alone: stop opted its sender out, start lifted that, help asks who you are, maybe_stop comes near a stop and was not acted on. Null for every other text. */
  keyword: 'stop' | 'start' | 'help' | 'maybe_stop' | null;
  /** The device, SIM or number that it must leave by; null for any, and for inbound texts. */
  from: string | null;
  /** It does not leave before: as it was asked for, or the end of the account's quiet hours. Null for at once, and for inbound texts, and while it awaits an approval. */
  send_at: string | null;
  /** approval while it is queued and a person has to approve it, because the policy of its key says so; release while it is queued and the operator of the service has to release it, after a restored backup. Null for every other text. */
  awaiting: 'approval' | 'release' | null;
  /** When its words were removed, because the account keeps them no longer: body is empty then. Null for a text that has them. */
  body_removed_at: string | null;
}

/** One step of a text. What does not apply is null. */
export interface MessageEvent {
  /** When; null for the failure of a text from before steps were kept. */
  at: string | null;
  /** What happened. scheduled and quiet_hours: it does not leave before until, as it was asked for or because of the account’s quiet hours; released: that time has come; awaits_approval: a person has to approve it before until; held: the service was restored from a backup while it waited, and its operator has to release it. A part is what leaves on the air; another_try: what did not leave is tried again; unit_returned: it does not count as a text any more; answers_stopped: it was the last of so many answers in a row to its recipient, and a further one is loop_suspected before until; omitted: so many steps were there that some of them are left out. */
  kind: 'accepted' | 'scheduled' | 'moved' | 'handed_over' | 'part_accepted' | 'part_unknown' | 'part_refused' | 'another_try' | 'part_delivered' | 'part_failed' | 'sent' | 'delivered' | 'expired' | 'cancelled' | 'failed' | 'unit_returned' | 'received' | 'omitted' | 'quiet_hours' | 'released' | 'answers_stopped' | 'awaits_approval' | 'approved' | 'held';
  /** The device. */
  device_id: number | null;
  /** The slot of its SIM. */
  sim: number | null;
  /** The carrier. */
  carrier: string | null;
  /** Which part. */
  part: number | null;
  /** How many parts the text has there. */
  parts: number | null;
  /** The carrier’s name for the part. */
  ref: string | null;
  /** When it is tried again, or leaves, or when the next answer is accepted. */
  until: string | null;
  /** How it ended: the code that its error begins with. */
  reason: string | null;
  /** The network’s own code, as its operator knows it. */
  code: string | null;
  /** In words. */
  meaning: string;
  by: Sender;
}

/** A page of the change feed. */
export interface MessagePage {
  /** In order of seq; each text once, as it is now. */
  messages: Message[];
  /** What to pass as since next; given even when messages is empty. */
  next_since: number;
  /** True when more can be read at once. */
  has_more: boolean;
  /** Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq. */
  cursor_ahead?: boolean;
  /** Only given, and then true, when texts above since were deleted, because they are no longer kept. */
  truncated?: boolean;
  /** With cursor_ahead: the newest seq that there is, or the last one before that time. */
  newest_seq?: number;
}

/** A recipient that is put into a broadcast. */
export interface NewBroadcastRecipient {
  /** Its number, 1 to 100000, which names its text: a recipient is put, and sent, once. */
  number: number;
  /** The recipient, as in a single send. */
  address: string;
  /** The values of the template's fields by their names, whose case does not count: at most 100. */
  fields?: Record<string, string>;
  /** Its text leaves no earlier than this, as in a single send. Null: with the broadcast. */
  send_at?: string | null;
}

export interface OneBroadcast {
  broadcast: Broadcast;
}

export interface OneConsumer {
  consumer: Consumer;
}

export interface OneContact {
  contact: Contact;
}

export interface OneContactGroup {
  group: ContactGroup;
}

export interface OneIncomingWebhook {
  incoming_webhook: IncomingWebhook;
}

export interface OneMessage {
  message: Message;
}

export interface OneOptOut {
  opt_out: OptOut;
}

export interface OneWebhook {
  webhook: Webhook;
}

/** A recipient to whom the account sends nothing. */
export interface OptOut {
  /** E.164; of a sender that is a short code or a name, its text. */
  address: string;
  /** From then on no text is accepted for the recipient. */
  since: string;
  /** What set it. START lifts only what a keyword had set. */
  source: 'keyword' | 'api' | 'import' | 'console';
  /** The text that said so; null for other sources. */
  message_id: number | null;
}

/** The outcome of the import. */
export interface OptOutImport {
  /** Recipients who were opted out now. */
  added: number;
  /** Recipients who were opted out before, or whom the file lists twice. */
  known: number;
  /** In their order. */
  faulty: FaultyLine[];
}

/** A page of opt-outs. */
export interface OptOutPage {
  /** Newest first. */
  opt_outs: OptOut[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** What an account adds to the common keywords, and what it answers to keywords. */
export interface OptOutSettings {
  /** Words that mean stop besides those that all accounts understand, as they are compared: in lower case, without accents, and without punctuation around them. */
  stop_words: string[];
  /** The answer to a stop; null for none. */
  stop_answer: string | null;
  /** The answer to a start; null for none. */
  start_answer: string | null;
  /** The answer to a call for help; null for none. */
  help_answer: string | null;
}

/** What a wait ended with. The reply is the first text of the recipient that was received after this one and came to the phone, or to the number, that this one left by. Two texts to one recipient may have the same reply. */
export interface Outcome {
  /** reply: it is there. final: message.status says how the text ended; one that failed gets no reply. pending: neither came in time; go on with GET /api/v1/messages/{id}/outcome and since. */
  state: 'reply' | 'final' | 'pending';
  reply?: Message;
  /** The id of the text: with since, all that is needed to go on. */
  id: number;
  /** What to pass as since to go on: after a reply it brings the next one. It is a cursor of the change feed as well, in which every reply comes after it. */
  since: number;
}

/** The key of the request, as it sees itself. */
export interface OwnKey {
  /** As the console shows it. */
  id: number;
  /** A note to recognise it by; may be empty. */
  label: string;
  /** True for a key of the sandbox: its texts reach simulators alone and cost no quota. */
  sandbox: boolean;
  policy: KeyPolicy;
  hour: KeyBudget;
  day: KeyBudget;
}

/** What became of a plan change. */
export interface PlanResult {
  /** Always true. */
  ok: boolean;
  /** The requested plan. */
  plan: string;
  /** True: the requested plan is in effect now. False: nothing has changed; payment must be completed at checkout_url first. */
  applied: boolean;
  /** True only when a live subscription was switched. */
  changed: boolean;
  /** How the change is carried out. */
  method: 'subscription_updated' | 'checkout';
  /** Where a person pays; present only when applied is false. */
  checkout_url?: string;
  /** One sentence for a person. */
  detail: string;
  usage: Usage;
}

/** A call, and the settings to try on it. */
export interface PreviewIncomingWebhook {
  /** The body of the call: an object or a list. */
  body: unknown;
  headers?: IncomingWebhookHeaders;
  settings?: TriedIncomingWebhook;
}

export interface PreviewedIncomingWebhook {
  preview: IncomingWebhookPreview;
}

/** Recipients of a broadcast. */
export interface PutBroadcastRecipients {
  /** 1 to 1000, in any order. */
  recipients: NewBroadcastRecipient[];
}

/** What became of recipients that were put. */
export interface PutBroadcastRecipientsAnswer {
  /** Recipients that were new. */
  added: number;
  /** Recipients of the request that can never be sent, in their order. */
  faulty: FaultyRow[];
}

/** A position in the feed, by a seq or by an instant. */
export interface PutConsumer {
  /** A seq: what is above it follows. At most the newest. */
  seq?: number | null;
  /** An instant, with its offset where it is a text (RFC 3339): everything that changed at it or later follows, and some of what changed before may. */
  at?: string | null;
}

/** Names a number. */
export interface PutContact {
  /** A phone number, national formats in the account's country. */
  address: string;
  /** 1 to 200 characters without the spaces around them; no control characters. */
  name: string;
  /** Up to 2,000 characters without the spaces around them; absent leaves it as it is. */
  note?: string;
  /** All groups of the contact, at most 50; absent leaves them as they are. */
  groups?: number[];
}

/** The contact of the number. */
export interface PutContactAnswer {
  contact: Contact;
  /** Whether there was none before. */
  added: boolean;
}

/** Makes a group. */
export interface PutContactGroup {
  /** 1 to 100 characters without the spaces around them; no control characters and no semicolons. */
  name: string;
}

/** The incoming webhook's settings. */
export interface PutIncomingWebhook {
  /** The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. {{header.NAME}} is one of the headers x-github-event, x-github-delivery and idempotency-key. */
  template: string;
  /** Who gets the texts: at most 20 numbers; empty where recipients_field names them. */
  recipients?: string[] | null;
  /** The path of a number, or of a list of at most 20, in the body; null where recipients has them. */
  recipients_field?: string | null;
  /** Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Null: empty. */
  event_id?: string | null;
  /** Most texts in an hour of UTC, 1 to 1000. Null: 60. */
  texts_per_hour?: number | null;
  /** The sender that the texts leave by, as the from of a text; null for any. */
  from?: string | null;
  /** True for texts that quiet hours do not delay. Null: false. */
  urgent?: boolean | null;
  /** By which callers sign, as X-Hub-Signature-256 of GitHub: 16 to 128 printable characters without spaces. Empty: none. An incoming webhook keeps its own when it is left out. */
  secret?: string | null;
  /** The key that signed calls send with. Only people may set it: a key that changes an incoming webhook becomes that key itself. */
  key_id?: number | null;
}

/** An endpoint. */
export interface PutWebhook {
  /** Where events are delivered to: https, at most 2000 characters, without credentials, on a public address. */
  url: string;
  /** The form of its requests: standard for Standard Webhooks 1.0.0, twilio for a program written for Twilio, smsgate for one written for SMS Gateway for Android. An old webhook keeps its own when it is left out; a new one is standard then. */
  format?: 'standard' | 'twilio' | 'smsgate' | null;
  /** The types of events that it gets; left out, all types of its format. Types that begin with sms are those of the format smsgate, of which a webhook has exactly one. */
  types?: ('text.received' | 'text.updated' | 'device.offline' | 'device.online' | 'recipient.opted_out' | 'usage.near_cap' | 'sms:received' | 'sms:sent' | 'sms:delivered' | 'sms:failed')[] | null;
  /** False leaves out the words of texts. True when left out. */
  body?: boolean | null;
  /** whsec_ and the base64 of 24 to 64 bytes; for another format than standard, 16 to 128 printable characters without spaces. A new webhook gets a random one when it is left out; an old one keeps its own. */
  secret?: string | null;
}

/** The part of the day in which texts don't leave. */
export type QuietHours = {
  /** The zone of the clock that counts: a name of the IANA database. */
  time_zone: string;
  /** When they begin, by that clock. */
  from: string;
  /** When they end; a time before from is that of the next day. */
  until: string;
} | null;

/** The quiet hours, if there are any. */
export interface QuietHoursAnswer {
  quiet_hours: QuietHours;
}

/** Renames a group. */
export interface RenameContactGroup {
  /** 1 to 100 characters without the spaces around them; no control characters and no semicolons. */
  name: string;
}

/** The webhook and its new secret. */
export interface RotatedWebhook {
  webhook: Webhook;
  /** The secret that requests are signed with. It is shown this once. */
  secret: string;
}

/** Texts to send. */
export interface SendBatch {
  /** Each as the body of a single send. One that is malformed is refused alone. */
  texts: unknown[];
  /** True asks what would become of the texts if they were sent together now: nothing is sent. It is the batch that is run dry: a text of its own with dry_run is refused. */
  dry_run?: boolean | null;
}

/** A text to send. */
export interface SendMessage {
  /** A phone number: E.164 preferred; national formats are read in the account’s country. */
  address: string;
  /** The text. Characters are Unicode code points; U+0000 and halves of surrogates are refused. */
  body: string;
  /** Idempotency key: one text for ever. A repeat answers the original and sends nothing. Choose a new one for each text, and keep it until the send is answered. Null is as left out. */
  client_ref?: string | null;
  /** The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone. */
  route?: 'device' | 'gateway' | null;
  /** What it must leave by: device:3, the SIM in slot 2 of it as device:3/2, or a number of the account, in E.164 or as it was assigned. It decides the route, and the text waits for it. Null is as left out: any. */
  from?: string | null;
  /** Not to leave before: an instant with its offset (RFC 3339), at most 35 days ahead and not in the past; one of the last minute is now. Until then the text is queued, counts, and may be cancelled; its 24 hours in the queue begin then. Null is as left out: at once. */
  send_at?: string | null;
  /** True leaves at once, or at send_at, in quiet hours of the account as well. */
  urgent?: boolean | null;
  /** Keeps the request open once the text is accepted. reply: until the recipient answers, or the text failed; the key must be one that may read. final: until the text is delivered or failed. Null is as left out: not at all. */
  wait_for?: 'reply' | 'final' | null;
  /** Seconds to wait, with wait_for. Null is as left out: 25. */
  wait?: number | null;
  /** True asks what would become of the text: it is judged as a send is, and nothing is sent. */
  dry_run?: boolean | null;
}

/** Who sent a text. */
export type Sender = {
  /** The label of the key; empty for a person. */
  label: string;
  /** The end of the key; empty for a person. */
  hint: string;
  /** Sent by a person in the console. */
  user: boolean;
} | null;

/** The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is answered with dry_run and verdict; outcome comes with wait_for. */
export interface SentMessage {
  message?: Message;
  usage?: Usage;
  /** Only given, and then true, in the answer to a dry run. */
  dry_run?: boolean;
  verdict?: Verdict;
  outcome?: Outcome;
}

/** All settings of opt-outs. */
export interface SetOptOutSettings {
  /** Words that mean stop besides those that all accounts understand: at most 20 of 1 to 20 characters. */
  stop_words?: string[];
  /** What is answered to a stop, 1 to 320 characters; null for nothing. */
  stop_answer?: string | null;
  /** What is answered to a start, 1 to 320 characters; null for nothing. */
  start_answer?: string | null;
  /** What is answered to a call for help, 1 to 320 characters; null for nothing. */
  help_answer?: string | null;
}

/** The part of the day in which texts don't leave. */
export interface SetQuietHours {
  /** The zone of the clock that counts: a name of the IANA database. */
  time_zone: string;
  /** When they begin, by that clock. */
  from: string;
  /** When they end; a time before from is that of the next day. */
  until: string;
}

/** When a broadcast is to begin. */
export interface StartBroadcast {
  /** No recipient leaves before this instant, with its offset where it is a text (RFC 3339), at most 35 days ahead. Null: at once. */
  send_at?: string | null;
  /** How many recipients it must have, so that none is missing. Null: any number. */
  recipients?: number | null;
}

/** The texts of a period, or one part of them. A text counts on the day that it was accepted or received. */
export interface Stat {
  /** The first day of the period within the range, as 2026-11-20. */
  day: string;
  /** With split=device: the device that they left or came by. Null for none, and for texts that wait. */
  device_id: number | null;
  /** Its name; null for a device that is forgotten. */
  device_name: string | null;
  /** With split=device: the carrier that they left or came by. Null for none. */
  carrier: string | null;
  /** With split=reason: why they failed, the stable prefix of their error. Null for texts that did not. */
  reason: string | null;
  /** Accepted to be sent, without those that were cancelled. */
  sent: number;
  /** Of those, delivered. */
  delivered: number;
  /** Of those, failed. */
  failed: number;
  /** Cancelled before they left. They are in none of the other numbers. */
  cancelled: number;
  /** Received. */
  received: number;
  /** Of those, replies: one of the ten texts before them in their conversation was sent by the account. */
  replied: number;
}

/** How many texts were sent and received. */
export interface Stats {
  /** In order of days. A period without texts has none. */
  stats: Stat[];
  /** The first day. */
  from: string;
  /** The last day. */
  to: string;
  /** The zone of the days: that of the account's quiet hours, UTC without any. */
  time_zone: string;
  /** False while texts of these days are still being counted: ask again in a moment. */
  complete: boolean;
}

export interface TextOutcome {
  message: Message;
  outcome: Outcome;
}

/** The conversation with one address. */
export interface Thread {
  /** The other party, as last given or received. */
  address: string;
  /** Its E.164 form; for senders that are short codes or names, the address itself. */
  address_norm: string;
  last_message: Message;
  /** Texts of the conversation, both directions. */
  message_count: number;
  /** When its newest text was accepted or received. */
  updated_at: string;
}

/** A page of one conversation. */
export interface ThreadMessagePage {
  /** The normalized form of the address in the request. */
  address_norm: string;
  /** Newest first. */
  messages: Message[];
  /** What to pass as before for the next page; null on the last one. */
  next_before: number | null;
  /** Only there, and true, on the last page when older texts of the conversation were deleted. */
  truncated?: boolean;
}

/** A page of conversations. */
export interface ThreadPage {
  /** Newest text first. */
  threads: Thread[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** A plan on offer. */
export interface Tier {
  /** The value to ask for in a plan change. */
  plan: string;
  /** The name to show. */
  name: string;
  /** Texts a calendar month. */
  texts_cap: number;
  /** Price of an interval, in the currency's smallest unit. */
  price_cents: number;
  /** ISO 4217, lower case. */
  currency: string;
  /** What the price is for: month. */
  interval: string;
}

export interface Tiers {
  /** Smallest cap first. */
  tiers: Tier[];
}

/** Every step of a text; waiting_for is null unless it still waits, and message is there where it was asked for. */
export interface Timeline {
  /** In the order of their instants. */
  events: MessageEvent[];
  waiting_for: WaitingFor;
  message?: Message;
}

/** Settings to try. Left out: those of the incoming webhook of that name, which must be there. */
export type TriedIncomingWebhook = {
  /** The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. {{header.NAME}} is one of the headers x-github-event, x-github-delivery and idempotency-key. */
  template: string;
  /** Who gets the texts: at most 20 numbers; empty where recipients_field names them. */
  recipients?: string[] | null;
  /** The path of a number, or of a list of at most 20, in the body; null where recipients has them. */
  recipients_field?: string | null;
  /** Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Null: empty. */
  event_id?: string | null;
  /** Most texts in an hour of UTC, 1 to 1000. Null: 60. */
  texts_per_hour?: number | null;
  /** The sender that the texts leave by, as the from of a text; null for any. */
  from?: string | null;
  /** True for texts that quiet hours do not delay. Null: false. */
  urgent?: boolean | null;
} | null;

/** Changes a contact; absent fields stay as they are. */
export interface UpdateContact {
  /** Another phone number, national formats in the account's country. */
  address?: string;
  /** Another name: 1 to 200 characters without the spaces around them; no control characters. */
  name?: string;
  /** Another note: up to 2,000 characters without the spaces around them. */
  note?: string;
  /** All groups of the contact, at most 50. */
  groups?: number[];
}

/** How many texts were used, and how many remain, in the current month. */
export interface Usage {
  /** The current plan; null when the account never had one. */
  plan: string | null;
  /** The payment provider's status. active, trialing and past_due are live; exempt is an account without a cap; null when the account never had a plan. */
  subscription_status: string | null;
  /** Whether a send would be allowed now. */
  can_send: boolean;
  /** Explains can_send: ok, or the code that a send would be refused with. */
  reason: 'ok' | 'no_plan' | 'no_subscription' | 'cap_reached' | 'no_route' | 'account_suspended';
  /** Texts used in the current period. */
  texts_used: number;
  /** The period's cap; null when there is none. */
  texts_cap: number | null;
  /** Cap minus used, never below 0; null when there is no cap. */
  texts_remaining: number | null;
  /** True when no cap applies. */
  unlimited: boolean;
  /** What texts are counted over: a calendar month in UTC. */
  period: 'calendar_month_utc';
  /** When the quota resets: the start of the next UTC month. */
  resets_at: string;
}

/** What became of one text, or in a dry run would become of it. */
export interface Verdict {
  /** True when the text was accepted, now or before. */
  ok: boolean;
  message?: Message;
  /** True for the original of a repeated client_ref. */
  replayed: boolean;
  /** True when the repeat asked for another body, recipient, route or from than the original has. */
  differs: boolean;
  /** Why it was refused; null when it was accepted. */
  error: string | null;
  /** The code of the refusal, as a single send would have it. */
  code: string | null;
  /** What to do about a refusal of this code; null when it was accepted. */
  next: string | null;
  /** Seconds after which a repeat makes sense. */
  retry_after: number | null;
  preview?: DryRun;
}

/** What a text that still waits is waiting for. */
export type WaitingFor = {
  /** What. */
  what: 'scheduled' | 'no_device' | 'device_away' | 'device_problem' | 'budget' | 'carrier_down' | 'another_try' | 'turn' | 'quiet_hours' | 'suspended' | 'approval' | 'release';
  /** The device, where it is one. */
  device_id: number | null;
  /** The slot of its SIM. */
  sim: number | null;
  /** The carrier, where it is one. */
  carrier: string | null;
  /** Until when; null where that is not known. */
  until: string | null;
  /** In words. */
  meaning: string;
} | null;

/** An endpoint that events are delivered to. */
export interface Webhook {
  /** Its name. */
  name: string;
  /** Where events are delivered to. */
  url: string;
  /** The form of its requests. */
  format: 'standard' | 'twilio' | 'smsgate';
  /** What it gets. */
  types: ('text.received' | 'text.updated' | 'device.offline' | 'device.online' | 'recipient.opted_out' | 'usage.near_cap' | 'sms:received' | 'sms:sent' | 'sms:delivered' | 'sms:failed')[];
  /** Whether it sees the words of texts. */
  body: boolean;
  /** Changes of texts up to this seq were delivered, or not asked for. */
  cursor: number;
  /** By how many seqs it is behind the newest; 0 for one that gets no texts. */
  behind: number;
  /** When something was last delivered, or it was made. */
  moved_at: string;
  /** When it was made. */
  created_at: string;
  /** Why nothing is delivered any more: asked for, the endpoint answered 410, it failed for 5 days, or the operator did it. Null while it is active. */
  disabled_reason: 'asked' | 'gone' | 'failing' | 'operator' | null;
  /** Since when; null while it is active. */
  disabled_at: string | null;
  /** Attempts that failed in a row. */
  failures: number;
  /** Since when they fail; null when the last one did not. */
  failing_since: string | null;
  /** Not tried again before; null when nothing delays it. */
  next_attempt_at: string | null;
  /** Until when a replaced secret signs as well; null without one. */
  previous_secret_until: string | null;
}

/** One request to an endpoint. */
export interface WebhookAttempt {
  /** Counts the attempts. */
  number: number;
  /** When it ended. */
  at: string;
  /** Events in it. */
  event_count: number;
  /** The id of the first one. */
  first_event: string;
  /** The id of the last one. */
  last_event: string;
  /** How long it took, in milliseconds. */
  took_ms: number;
  /** The HTTP status; null when no answer came. */
  status: number | null;
  /** Why it failed, or what of its answer was not followed; null when it was simply acknowledged. */
  error: string | null;
  /** The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error. */
  error_code: 'endpoint_answered' | 'no_answer' | 'no_connection' | 'tls_failed' | 'connection_failed' | 'address_not_public' | 'address_not_https' | 'not_tried' | 'answer_not_followed' | 'other' | null;
  /** The first 256 bytes of the answer. */
  answer: string;
  /** What is sent of its first event alone, without the words of texts: the first 2,000 characters. Empty for an attempt from before these were kept. */
  payload: string;
}

/** The last attempts. */
export interface WebhookAttempts {
  /** The newest first; 50 at most. */
  attempts: WebhookAttempt[];
}

/** What an endpoint said to a test. */
export interface WebhookTest {
  /** Whether it answered 2xx. */
  acknowledged: boolean;
  /** The HTTP status; null when no answer came. */
  status: number | null;
  /** Why it failed; null when it was acknowledged. */
  error: string | null;
  /** The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error. */
  error_code: 'endpoint_answered' | 'no_answer' | 'no_connection' | 'tls_failed' | 'connection_failed' | 'address_not_public' | 'address_not_https' | 'not_tried' | 'answer_not_followed' | 'other' | null;
  /** How long it took, in milliseconds. */
  took_ms: number;
  /** The first 256 bytes of the answer. */
  answer: string;
}

/** An account's webhooks. */
export interface Webhooks {
  /** In order of name. */
  webhooks: Webhook[];
}

/** All shapes by their names. */
export interface Schemas {
  Account: Account;
  Accounts: Accounts;
  AckConsumer: AckConsumer;
  BatchAnswer: BatchAnswer;
  Broadcast: Broadcast;
  BroadcastPage: BroadcastPage;
  BroadcastRecipient: BroadcastRecipient;
  BroadcastRecipientPage: BroadcastRecipientPage;
  ChangeGroupMembers: ChangeGroupMembers;
  ChangePlan: ChangePlan;
  ChangedWebhook: ChangedWebhook;
  Consumer: Consumer;
  ConsumerPage: ConsumerPage;
  Consumers: Consumers;
  Contact: Contact;
  ContactGroup: ContactGroup;
  ContactGroupPage: ContactGroupPage;
  ContactImport: ContactImport;
  ContactPage: ContactPage;
  CreateBroadcast: CreateBroadcast;
  CreateFailedBroadcast: CreateFailedBroadcast;
  Done: Done;
  DryRun: DryRun;
  DryRunDevice: DryRunDevice;
  Endpoint: Endpoint;
  Error: Error;
  FaultyLine: FaultyLine;
  FaultyRow: FaultyRow;
  FeedPosition: FeedPosition;
  FieldFault: FieldFault;
  FindContactsAnswer: FindContactsAnswer;
  Found: Found;
  FoundContact: FoundContact;
  GroupMemberPage: GroupMemberPage;
  ImportContacts: ImportContacts;
  ImportOptOuts: ImportOptOuts;
  IncomingWebhook: IncomingWebhook;
  IncomingWebhookHeaders: IncomingWebhookHeaders;
  IncomingWebhookPreview: IncomingWebhookPreview;
  IncomingWebhooks: IncomingWebhooks;
  Index: Index;
  KeyBudget: KeyBudget;
  KeyPolicy: KeyPolicy;
  MadeBroadcast: MadeBroadcast;
  Me: Me;
  Message: Message;
  MessageEvent: MessageEvent;
  MessagePage: MessagePage;
  NewBroadcastRecipient: NewBroadcastRecipient;
  OneBroadcast: OneBroadcast;
  OneConsumer: OneConsumer;
  OneContact: OneContact;
  OneContactGroup: OneContactGroup;
  OneIncomingWebhook: OneIncomingWebhook;
  OneMessage: OneMessage;
  OneOptOut: OneOptOut;
  OneWebhook: OneWebhook;
  OptOut: OptOut;
  OptOutImport: OptOutImport;
  OptOutPage: OptOutPage;
  OptOutSettings: OptOutSettings;
  Outcome: Outcome;
  OwnKey: OwnKey;
  PlanResult: PlanResult;
  PreviewIncomingWebhook: PreviewIncomingWebhook;
  PreviewedIncomingWebhook: PreviewedIncomingWebhook;
  PutBroadcastRecipients: PutBroadcastRecipients;
  PutBroadcastRecipientsAnswer: PutBroadcastRecipientsAnswer;
  PutConsumer: PutConsumer;
  PutContact: PutContact;
  PutContactAnswer: PutContactAnswer;
  PutContactGroup: PutContactGroup;
  PutIncomingWebhook: PutIncomingWebhook;
  PutWebhook: PutWebhook;
  QuietHours: QuietHours;
  QuietHoursAnswer: QuietHoursAnswer;
  RenameContactGroup: RenameContactGroup;
  RotatedWebhook: RotatedWebhook;
  SendBatch: SendBatch;
  SendMessage: SendMessage;
  Sender: Sender;
  SentMessage: SentMessage;
  SetOptOutSettings: SetOptOutSettings;
  SetQuietHours: SetQuietHours;
  StartBroadcast: StartBroadcast;
  Stat: Stat;
  Stats: Stats;
  TextOutcome: TextOutcome;
  Thread: Thread;
  ThreadMessagePage: ThreadMessagePage;
  ThreadPage: ThreadPage;
  Tier: Tier;
  Tiers: Tiers;
  Timeline: Timeline;
  TriedIncomingWebhook: TriedIncomingWebhook;
  UpdateContact: UpdateContact;
  Usage: Usage;
  Verdict: Verdict;
  WaitingFor: WaitingFor;
  Webhook: Webhook;
  WebhookAttempt: WebhookAttempt;
  WebhookAttempts: WebhookAttempts;
  WebhookTest: WebhookTest;
  Webhooks: Webhooks;
}
