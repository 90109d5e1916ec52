// Generated from the OpenAPI document by npm run generate.
import type { English } from '../../words/english.ts';

export interface AcceptLink {
  token: string;
}

export interface AcceptLinkAnswer {
  account_id: number;
}

export interface Account {
  id: number;
  name: string;
  plan: string | null;
  subscription_status: string | null;
  linked_at: string | null;
}

export interface AccountKeyPage {
  keys: Key[];
  next_cursor: string | null;
}

export interface AccountRecord {
  id: number;
  name: string;
  plan: string | null;
  subscription_status: string | null;
  country: string;
  exempt: boolean;
  created_at: string;
  texts_used: number;
  suspended_at: string | null;
  suspension_reason: string;
}

export interface AccountRecordPage {
  accounts: AccountRecord[];
  next_cursor: string | null;
}

export interface Accounts {
  accounts: Account[];
  next_cursor?: string;
}

export interface AckConsumer {
  seq: number;
  lease?: string | null;
}

export interface AddPasskey {
  ticket: string;
  name: string;
  response: Record<string, unknown>;
}

export interface AddSavedReply {
  name: string;
  body: string;
}

export interface AddThreadNote {
  body: string;
}

export interface Approval {
  message_id: number;
  address_norm: string;
  body: string;
  key_id: number;
  key_label: string;
  created_at: string;
  expires_at: string;
  send_at: string | null;
  decision: 'approved' | 'rejected' | 'expired' | 'withdrawn' | null;
  decided_at: string | null;
  user_id: number | null;
  by_link: boolean;
}

export interface ApprovalPage {
  approvals: Approval[];
  next_cursor: string | null;
}

export type AskedKeyPolicy = {
  scopes?: ('read' | 'send' | 'manage')[];
  ends_at?: string | null;
  recipients?: string[];
  per_hour?: number | null;
  per_day?: number | null;
  from?: string | null;
  require_approval?: 'never' | 'new_recipients' | 'always';
  reads?: 'all' | 'known';
} | null;

export interface AssignNumber {
  account_id: number;
  carrier: string;
  number: string;
}

export interface AssignThread {
  user_id: number | null;
}

export interface AuditEvent {
  at: string;
  actor: 'user' | 'key' | 'platform' | 'operator';
  actor_id: number | null;
  actor_name: string;
  method: string;
  object: string;
  outcome: string | null;
}

export interface AuditEventPage {
  audit_events: AuditEvent[];
  next_cursor: string | null;
}

export interface BatchAnswer {
  results: Verdict[];
}

export interface Broadcast {
  id: number;
  name: string;
  client_ref: string | null;
  template: string;
  source: 'file' | 'failed';
  failed_of: number | null;
  state: 'draft' | 'running' | 'paused' | 'done' | 'cancelled';
  pause_reason: string | null;
  send_at: string | null;
  route: 'device' | 'gateway' | null;
  from: string | null;
  urgent: boolean;
  recipients: number;
  accepted: number;
  refused: number;
  delivered: number;
  failed: number;
  cancelled: number;
  replied: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}

export interface BroadcastPage {
  broadcasts: Broadcast[];
  next_cursor: string | null;
}

export interface BroadcastRecipient {
  number: number;
  address: string;
  address_norm: string | null;
  body: string;
  send_at: string | null;
  status: 'waiting' | 'refused' | 'queued' | 'sending' | 'sent' | 'delivered' | 'failed';
  code: string | null;
  next: string | null;
  error: English | null;
  message_id: number | null;
  replied: boolean;
}

export interface BroadcastRecipientPage {
  recipients: BroadcastRecipient[];
  next_cursor: string | null;
}

export interface Carrier {
  name: string;
  kind: string;
  priority: number;
  shared_sender: string | null;
  up: boolean;
  detail: English;
  capacity: number;
}

export interface CarrierNumber {
  carrier: string;
  number: string;
  account_id: number;
  assigned_at: string;
}

export interface CarrierNumberPage {
  numbers: CarrierNumber[];
  next_cursor: string | null;
}

export interface ChangeGroupMembers {
  add?: number[];
  remove?: number[];
}

export interface ChangeKey {
  label?: string;
  policy?: AskedKeyPolicy;
}

export interface ChangePassword {
  current?: string;
  new: string;
  end_passkeys?: boolean;
}

export interface ChangePlan {
  plan: string;
}

export interface ChangeSavedReply {
  name: string;
  body: string;
}

export interface ChangedWebhook {
  webhook: Webhook;
  secret?: string;
}

export interface CheckedText {
  ok: boolean;
  address_norm: string | null;
  segments: number | null;
  encoding: 'gsm7' | 'ucs2' | null;
  leaves_at: string | null;
  sent_at: string | null;
  differs: boolean;
  error: English | null;
  code: string | null;
}

export interface CheckedTexts {
  rows: CheckedText[];
}

export interface CodeCredential {
  ticket: string;
  code: string;
}

export interface ConfirmTotp {
  code: string;
}

export interface ConfirmTotpAnswer {
  recovery_codes: string[];
}

export interface ConsoleError {
  error: string;
  code: 'invalid_api_key' | 'platform_key_scope' | 'not_found' | 'invalid_request' | 'invalid_address' | 'unknown_plan' | 'no_subscription' | 'cap_reached' | 'no_plan' | 'no_route' | 'exempt_account' | 'rate_limited' | 'payment_error' | 'billing_disabled' | 'unavailable' | 'not_cancellable' | 'opted_out' | 'account_suspended' | 'consumer_busy' | 'loop_suspected' | 'key_ended' | 'key_scope' | 'recipient_not_allowed' | 'sender_not_allowed' | 'key_budget_reached' | 'incoming_webhook_budget_reached' | 'not_signed_in' | 'wrong_credentials' | 'reauthentication_required' | 'forbidden' | 'last_owner' | 'already_exists' | 'link_expired' | 'approval_not_pending';
  next: string;
  fields?: FieldFault[];
}

export interface Consumer {
  name: string;
  cursor: number;
  behind: number;
  moved_at: string;
  created_at: string;
  lease_until: string | null;
}

export interface ConsumerPage {
  messages: Message[];
  next_since: number;
  has_more: boolean;
  cursor_ahead?: boolean;
  truncated?: boolean;
  newest_seq?: number;
  lease: string;
}

export interface Consumers {
  consumers: Consumer[];
}

export interface Contact {
  id: number;
  address: string;
  name: string;
  note: string;
  groups: number[];
  created_at: string;
  changed_at: string;
}

export interface ContactGroup {
  id: number;
  name: string;
  members: number;
  created_at: string;
}

export interface ContactGroupPage {
  groups: ContactGroup[];
  next_cursor: string | null;
}

export interface ContactImport {
  added: number;
  changed: number;
  known: number;
  refused: number;
  faulty: FaultyLine[];
}

export interface ContactPage {
  contacts: Contact[];
  next_cursor: string | null;
}

export interface CoreState {
  version: string;
  started_at: string;
  links: number;
  watches: number;
  texts_handed_over: number;
  texts_expired: number;
  calls: number;
  calls_failed: number;
}

export interface CreateAccount {
  name: string;
  country: string;
  plan?: string | null;
  exempt?: boolean | null;
}

export interface CreateApprovalLinkAnswer {
  link: string;
  expires_at: string | null;
}

export interface CreateBroadcast {
  name: string;
  template: string;
  client_ref?: string | null;
  route?: 'device' | 'gateway' | null;
  from?: string | null;
  urgent?: boolean | null;
}

export interface CreateFailedBroadcast {
  name: string;
  client_ref?: string | null;
}

export interface CreateKey {
  label?: string;
  policy?: AskedKeyPolicy;
  sandbox?: boolean;
}

export interface CreateKeyAnswer {
  key: Key;
  secret: string;
}

export interface CreatePlatformKey {
  name: string;
}

export interface CreatePlatformKeyAnswer {
  key: PlatformKey;
  secret: string;
}

export interface DailyHealth {
  hours: ServiceHour[];
  accounts: StandingOutAccount[];
  complete: boolean;
}

export interface DatabaseState {
  version: string;
  bytes: number;
  connections: number;
  most_connections: number;
  started_at: string;
}

export interface DayCount {
  day: string;
  sent: number;
  delivered: number;
  failed: number;
  received: number;
  cancelled: number;
  replied: number;
}

export interface DecideApproval {
  decision: 'approve' | 'reject';
}

export interface DecideByLink {
  token: string;
  decision: 'approve' | 'reject';
}

export interface Device {
  id: number;
  name: string;
  online: boolean;
  last_seen_at: string | null;
  created_at: string;
  unpaired_at: string | null;
  agent_version: string;
  driver: string;
  ok: boolean;
  detail: English;
  signal_percent: number | null;
  battery_percent: number | null;
  queue_length: number;
  sims: Sim[];
  gives_receipts: boolean | null;
  inbox_full: boolean;
  simulated: boolean;
  problem: English | null;
  note: English | null;
  connection: 'listening' | 'polling' | 'lost' | null;
  connection_since: string | null;
  charging: boolean | null;
  model: string | null;
  app_version: string | null;
  problem_code: 'absent' | 'not_answering' | 'pin_required' | 'no_sim' | 'no_network' | 'unauthorized' | 'other' | null;
}

export interface DevicePage {
  devices: Device[];
  next_cursor: string | null;
}

export interface DeviceTotals {
  total: number;
  online: number;
  problems: number;
}

export interface Done {
  ok: boolean;
}

export interface DryRun {
  address_norm?: string;
  segments?: number;
  encoding?: 'gsm7' | 'ucs2';
  units: number;
  route?: 'device' | 'gateway';
  device?: DryRunDevice;
  carrier?: string;
  leaves_at: string | null;
  usage?: Usage;
}

export interface DryRunDevice {
  id: number;
  name: string;
  online: boolean;
}

export interface Endpoint {
  method: string;
  path: string;
  auth: 'none' | 'account_key' | 'account_or_platform_key';
  summary: string;
}

export interface EraseAccount {
  name: string;
  note?: string;
}

export interface EraseRecipient {
  address: string;
  note?: string;
}

export interface ErasedRows {
  table: string;
  rows: number;
}

export interface Erasure {
  id: number;
  kind: 'recipient' | 'account';
  asked_by: string;
  note: string;
  asked_at: string;
  done_at: string | null;
  erased: ErasedRows[];
  retained: RetainedRow[];
}

export interface ErasurePage {
  erasures: Erasure[];
  next_cursor: string | null;
}

export interface Error {
  error: string;
  code: 'invalid_api_key' | 'platform_key_scope' | 'not_found' | 'invalid_request' | 'invalid_address' | 'unknown_plan' | 'no_subscription' | 'cap_reached' | 'no_plan' | 'no_route' | 'exempt_account' | 'rate_limited' | 'payment_error' | 'billing_disabled' | 'unavailable' | 'not_cancellable' | 'opted_out' | 'account_suspended' | 'consumer_busy' | 'loop_suspected' | 'key_ended' | 'key_scope' | 'recipient_not_allowed' | 'sender_not_allowed' | 'key_budget_reached' | 'incoming_webhook_budget_reached';
  next: string;
  fields?: FieldFault[];
}

export interface FaultyLine {
  line: number;
  error: string;
  code: 'invalid_address' | 'number_missing' | 'name_missing' | 'quote_open' | 'card_open' | 'repeated' | 'too_long' | 'too_many_groups' | 'contacts_full' | 'other';
}

export interface FaultyRow {
  number: number;
  code: string;
  next: string;
  error: string;
}

export interface FeedPosition {
  seq?: number | null;
  at?: string | null;
}

export interface FieldFault {
  field: string;
  reason: 'required' | 'empty' | 'not_a_name' | 'not_an_email' | 'not_an_address' | 'wrong_length' | 'too_long' | 'not_https' | 'not_public' | 'has_credentials' | 'other';
  error: string;
  min_length: number | null;
  max_length: number | null;
}

export interface FindContactsAnswer {
  found: FoundContact[];
}

export interface Found {
  contacts: Contact[];
  threads: Thread[];
  messages: Message[];
  next_before: number | null;
}

export interface FoundContact {
  address: string;
  contact: Contact;
}

export interface GetApprovalLink {
  token: string;
}

export interface GetLink {
  token: string;
}

export interface GetRenewalAnswer {
  at: string | null;
  ends: boolean;
  portal: boolean;
}

export interface GroupMemberPage {
  contacts: Contact[];
  next_cursor: string | null;
}

export interface Health {
  cores: CoreState[];
  carrier_cores: number;
  queue: WaitingTexts;
  oldest_waiting_seconds: number;
  database: DatabaseState;
}

export interface ImportContacts {
  csv?: string;
  vcard?: string;
}

export interface ImportOptOuts {
  csv: string;
}

export interface InboxRules {
  mails_words: boolean;
}

export interface InboxSettings {
  enter_sends: boolean;
  digest: 'never' | 'hourly' | 'daily';
  time_zone: string;
}

export interface IncomingWebhook {
  name: string;
  template: string;
  recipients: string[];
  recipients_field: string | null;
  event_id: string;
  texts_per_hour: number;
  from: string | null;
  urgent: boolean;
  has_secret: boolean;
  key_id: number | null;
  created_at: string;
  last_used_at: string | null;
  last_refused_at: string | null;
  last_refusal: string | null;
}

export type IncomingWebhookHeaders = {
  "x-github-event"?: string;
  "x-github-delivery"?: string;
  "idempotency-key"?: string;
} | null;

export interface IncomingWebhookPreview {
  body: string;
  is_cut: boolean;
  recipients: string[];
  event_id: string;
  missing: string[];
}

export interface IncomingWebhooks {
  incoming_webhooks: IncomingWebhook[];
}

export interface Index {
  name: string;
  version: string;
  openapi: string;
  guide: string;
  endpoints: Endpoint[];
}

export interface Integration {
  id: number;
  name: string;
  linked_at: string;
}

export interface IntegrationPage {
  integrations: Integration[];
  next_cursor: string | null;
}

export interface Invitation {
  id: number;
  email: string;
  role: 'viewer' | 'member' | 'admin' | 'owner';
  created_at: string;
  expires_at: string;
}

export interface InviteDevice {
  name?: string;
}

export interface InviteUser {
  email: string;
  role: 'viewer' | 'member' | 'admin' | 'owner';
}

export interface Key {
  id: number;
  label: string;
  hint: string;
  created_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  policy: KeyPolicy;
  sandbox_account: number | null;
}

export type KeyBudget = {
  limit: number;
  remaining: number;
  resets_at: string;
} | null;

export type KeyPolicy = {
  scopes: ('read' | 'send' | 'manage')[];
  ends_at: string | null;
  recipients: string[];
  per_hour: number | null;
  per_day: number | null;
  from: string | null;
  require_approval: 'never' | 'new_recipients' | 'always';
  reads: 'all' | 'known';
} | null;

export interface KeyRefusal {
  code: string;
  address_norm: string;
  message: English;
  times: number;
  first_at: string;
  last_at: string;
}

export interface Link {
  kind: 'first_user' | 'invitation' | 'reset' | 'email' | 'password';
  account_name: string | null;
  email: string | null;
  role: 'viewer' | 'member' | 'admin' | 'owner' | null;
  expires_at: string;
}

export interface LinkedApproval {
  message_id: number;
  address_norm: string;
  body: string;
  key_id: number;
  key_label: string;
  created_at: string;
  expires_at: string;
  send_at: string | null;
  decision: 'approved' | 'rejected' | 'expired' | 'withdrawn' | null;
  decided_at: string | null;
  user_id: number | null;
  by_link: boolean;
  account_name: string;
}

export interface ListCarriersAnswer {
  carriers: Carrier[];
}

export interface ListKeyRefusalsAnswer {
  refusals: KeyRefusal[];
}

export interface ListMembersAnswer {
  members: Member[];
  invitations: Invitation[];
}

export interface ListSavedRepliesAnswer {
  saved_replies: SavedReply[];
}

export interface ListSecurityEventsAnswer {
  security_events: SecurityEvent[];
}

export interface ListSessionsAnswer {
  sessions: Session[];
}

export interface ListWritersAnswer {
  user_ids: number[];
}

export interface LoggedText {
  id: number;
  seq: number;
  direction: 'out' | 'in';
  address: string;
  address_norm: string;
  body: string;
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'received' | 'failed';
  route: 'device' | 'gateway';
  error: string | null;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  segments: number;
  encoding: 'gsm7' | 'ucs2';
  client_ref: string | null;
  keyword: 'stop' | 'start' | 'help' | 'maybe_stop' | null;
  from: string | null;
  send_at: string | null;
  awaiting: 'approval' | 'release' | null;
  body_removed_at: string | null;
  device_id: number | null;
  sim: number | null;
  carrier: string | null;
  charged: boolean;
}

export interface MadeBroadcast {
  broadcast: Broadcast;
  replayed: boolean;
}

export interface MarkThreadRead {
  last_message_id: number;
}

export interface Me {
  account: Account;
  usage: Usage;
  tiers: Tier[];
  key?: OwnKey;
}

export interface Member {
  id: number;
  name: string;
  email: string;
  role: 'viewer' | 'member' | 'admin' | 'owner';
  joined_at: string;
}

export interface MemberAccount {
  id: number;
  name: string;
  country: string;
  role: 'viewer' | 'member' | 'admin' | 'owner';
  sandbox_of: number | null;
}

export interface Message {
  id: number;
  seq: number;
  direction: 'out' | 'in';
  address: string;
  address_norm: string;
  body: string;
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'received' | 'failed';
  route: 'device' | 'gateway';
  error: string | null;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  segments: number;
  encoding: 'gsm7' | 'ucs2';
  client_ref: string | null;
  keyword: 'stop' | 'start' | 'help' | 'maybe_stop' | null;
  from: string | null;
  send_at: string | null;
  awaiting: 'approval' | 'release' | null;
  body_removed_at: string | null;
}

export interface MessageEvent {
  at: string | null;
  kind: 'accepted' | 'scheduled' | 'moved' | 'handed_over' | 'part_accepted' | 'part_unknown' | 'part_refused' | 'another_try' | 'part_delivered' | 'part_failed' | 'sent' | 'delivered' | 'expired' | 'cancelled' | 'failed' | 'unit_returned' | 'received' | 'omitted' | 'quiet_hours' | 'released' | 'answers_stopped' | 'awaits_approval' | 'approved' | 'held';
  device_id: number | null;
  sim: number | null;
  carrier: string | null;
  part: number | null;
  parts: number | null;
  ref: string | null;
  until: string | null;
  reason: string | null;
  code: string | null;
  meaning: English;
  by: Sender;
}

export interface MessagePage {
  messages: Message[];
  next_since: number;
  has_more: boolean;
  cursor_ahead?: boolean;
  truncated?: boolean;
  newest_seq?: number;
}

export interface NewBroadcastRecipient {
  number: number;
  address: string;
  fields?: Record<string, string>;
  send_at?: string | null;
}

export interface NoteWriting {
  writing: boolean;
}

export interface OneAccountKey {
  key: Key;
}

export interface OneAccountRecord {
  account: AccountRecord;
}

export interface OneApproval {
  approval: Approval;
}

export interface OneBroadcast {
  broadcast: Broadcast;
}

export interface OneCarrierNumber {
  number: CarrierNumber;
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

export interface OneDevice {
  device: Device;
}

export interface OneErasure {
  erasure: Erasure;
}

export interface OneIncomingWebhook {
  incoming_webhook: IncomingWebhook;
}

export interface OneLinkedApproval {
  approval: LinkedApproval;
}

export interface OneMemberAccount {
  account: MemberAccount;
}

export interface OneMessage {
  message: Message;
}

export interface OneOptOut {
  opt_out: OptOut;
}

export interface OnePasskey {
  passkey: Passkey;
}

export interface OnePlatformKey {
  key: PlatformKey;
}

export interface OneSavedReply {
  saved_reply: SavedReply;
}

export interface OneText {
  message: TextDetail;
}

export interface OneThreadNote {
  note: ThreadNote;
}

export interface OneUser {
  user: User;
}

export interface OneWebhook {
  webhook: Webhook;
}

export interface OpenOwnAccount {
  name: string;
  country: string;
}

export interface OpenPortalAnswer {
  url: string;
}

export interface OpenedAccount {
  account_id: number;
}

export interface OptOut {
  address: string;
  since: string;
  source: 'keyword' | 'api' | 'import' | 'console';
  message_id: number | null;
}

export interface OptOutImport {
  added: number;
  known: number;
  faulty: FaultyLine[];
}

export interface OptOutPage {
  opt_outs: OptOut[];
  next_cursor: string | null;
}

export interface OptOutSettings {
  stop_words: string[];
  stop_answer: string | null;
  start_answer: string | null;
  help_answer: string | null;
}

export interface Outcome {
  state: 'reply' | 'final' | 'pending';
  reply?: Message;
  id: number;
  since: number;
}

export interface Overview {
  account: OverviewAccount;
  usage: Usage;
  days: DayCount[];
  days_complete: boolean;
  devices: DeviceTotals;
  carriers: UsableCarrier[];
  numbers: number;
  simulated: boolean;
  note: English | null;
  sells_plans: boolean;
  time_zone: string;
}

export interface OverviewAccount {
  id: number;
  name: string;
  country: string;
  exempt: boolean;
  plan: string | null;
}

export interface OwnKey {
  id: number;
  label: string;
  sandbox: boolean;
  policy: KeyPolicy;
  hour: KeyBudget;
  day: KeyBudget;
}

export interface PairingCode {
  code: string;
  expires_at: string;
  addresses: string[];
  commands: string[];
  qr: string;
  advice: English | null;
  phone: PhonePairing;
}

export interface Passkey {
  id: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface PasskeyAssertion {
  ticket: string;
  response: Record<string, unknown>;
}

export interface PasskeyQuestion {
  ticket: string;
  options: Record<string, unknown>;
}

export interface PasswordCredential {
  email: string;
  password: string;
}

export type PhonePairing = {
  url: string;
  steps: PhoneStep[];
  advice: English | null;
} | null;

export interface PhoneStep {
  text: English;
  value: string | null;
  kind: 'api_url' | 'go_online' | 'pairing_code' | 'other';
}

export interface PlanResult {
  ok: boolean;
  plan: string;
  applied: boolean;
  changed: boolean;
  method: 'subscription_updated' | 'checkout';
  checkout_url?: string;
  detail: English;
  usage: Usage;
}

export interface PlatformKey {
  id: number;
  name: string;
  hint: string;
  created_at: string;
  revoked_at: string | null;
}

export interface PlatformKeyPage {
  keys: PlatformKey[];
  next_cursor: string | null;
}

export interface PreviewIncomingWebhook {
  body: unknown;
  headers?: IncomingWebhookHeaders;
  settings?: TriedIncomingWebhook;
}

export interface PreviewPlanAnswer {
  plan: string;
  applied_now: boolean;
  amount_due_cents: number | null;
  currency: string;
  detail: English;
}

export interface PreviewedIncomingWebhook {
  preview: IncomingWebhookPreview;
}

export interface PutBroadcastRecipients {
  recipients: NewBroadcastRecipient[];
}

export interface PutBroadcastRecipientsAnswer {
  added: number;
  faulty: FaultyRow[];
}

export interface PutConsumer {
  seq?: number | null;
  at?: string | null;
}

export interface PutContact {
  address: string;
  name: string;
  note?: string;
  groups?: number[];
}

export interface PutContactAnswer {
  contact: Contact;
  added: boolean;
}

export interface PutContactGroup {
  name: string;
}

export interface PutIncomingWebhook {
  template: string;
  recipients?: string[] | null;
  recipients_field?: string | null;
  event_id?: string | null;
  texts_per_hour?: number | null;
  from?: string | null;
  urgent?: boolean | null;
  secret?: string | null;
  key_id?: number | null;
}

export interface PutWebhook {
  url: string;
  format?: 'standard' | 'twilio' | 'smsgate' | null;
  types?: ('text.received' | 'text.updated' | 'device.offline' | 'device.online' | 'recipient.opted_out' | 'usage.near_cap' | 'sms:received' | 'sms:sent' | 'sms:delivered' | 'sms:failed')[] | null;
  body?: boolean | null;
  secret?: string | null;
}

export type QuietHours = {
  time_zone: string;
  from: string;
  until: string;
} | null;

export interface QuietHoursAnswer {
  quiet_hours: QuietHours;
}

export interface Reauthenticate {
  password?: string;
  ticket?: string;
  response?: Record<string, unknown>;
}

export interface RemoveTotp {
  password?: string;
}

export interface RenameAccount {
  name?: string;
  country?: string;
}

export interface RenameContactGroup {
  name: string;
}

export interface RequestEmailChange {
  email: string;
  password?: string;
}

export interface RequestPasswordReset {
  email: string;
}

export interface RetainedRow {
  table: string;
  name: string;
}

export interface RetentionAnswer {
  own: RetentionDays;
  usual: RetentionDays;
}

export interface RetentionDays {
  texts_days: number | null;
  words_days: number | null;
  logs_days: number | null;
}

export interface RotatedWebhook {
  webhook: Webhook;
  secret: string;
}

export interface SavedReply {
  id: number;
  name: string;
  body: string;
}

export interface SecurityEvent {
  id: number;
  kind: 'new_password' | 'new_password_without_passkeys' | 'passkey_added' | 'passkey_removed' | 'second_factor_on' | 'second_factor_off' | 'new_start' | 'new_email' | 'forgotten_password';
  at: string;
  address: string;
}

export interface SendBatch {
  texts: unknown[];
  dry_run?: boolean | null;
}

export interface SendMessage {
  address: string;
  body: string;
  client_ref?: string | null;
  route?: 'device' | 'gateway' | null;
  from?: string | null;
  send_at?: string | null;
  urgent?: boolean | null;
  wait_for?: 'reply' | 'final' | null;
  wait?: number | null;
  dry_run?: boolean | null;
}

export type Sender = {
  label: string;
  hint: string;
  user: boolean;
} | null;

export interface SentInvitation {
  invitation: Invitation;
  link: string | null;
}

export interface SentMessage {
  message?: Message;
  usage?: Usage;
  dry_run?: boolean;
  verdict?: Verdict;
  outcome?: Outcome;
}

export interface ServiceHour {
  start: string;
  sent: number;
  failed: number;
  longest_wait_seconds: number;
  devices_away: number;
}

export interface Session {
  id: number;
  is_this: boolean;
  created_at: string;
  last_seen_at: string;
  address: string;
  user_agent: string;
}

export interface SetDigest {
  digest: 'never' | 'hourly' | 'daily';
  time_zone: string;
}

export interface SetInboxRules {
  mails_words: boolean;
}

export interface SetInboxSettings {
  enter_sends: boolean;
}

export interface SetMemberRole {
  role: 'viewer' | 'member' | 'admin' | 'owner';
}

export interface SetNewPassword {
  token: string;
  password: string;
}

export interface SetOptOutSettings {
  stop_words?: string[];
  stop_answer?: string | null;
  start_answer?: string | null;
  help_answer?: string | null;
}

export interface SetQuietHours {
  time_zone: string;
  from: string;
  until: string;
}

export interface SetRetention {
  texts_days: number | null;
  words_days: number | null;
  logs_days: number | null;
}

export interface SetSimBudget {
  per_minute: number | null;
  per_day: number | null;
  per_month: number | null;
}

export interface SetThreadDone {
  seq: number;
}

export interface SignInStep {
  second_factor: boolean;
  ticket?: string;
  user?: User;
}

export interface SignUp {
  token: string;
  name: string;
  email: string;
  password: string;
}

export interface SignedIn {
  user: User;
}

export interface Sim {
  slot: number;
  per_minute: number | null;
  per_day: number | null;
  per_month: number | null;
  used_minute: number;
  used_day: number;
  used_month: number;
  present: boolean;
}

export interface StandingOutAccount {
  account_id: number;
  name: string;
  suspended: boolean;
  reasons: ('opt_outs' | 'failures' | 'volume')[];
  sent: number;
  sent_last_hour: number;
  failed: number;
  failed_last_hour: number;
  opt_outs: number;
  opt_outs_last_hour: number;
}

export interface Start {
  version: string;
  needs_first_user: boolean;
  sends_mail: boolean;
  user: { id: number; name: string; email: string; is_operator: boolean; totp: boolean; recovery_codes_left: number; passkeys: Passkey[]; email_verified: boolean; language: string | null; } | null;
}

export interface StartBroadcast {
  send_at?: string | null;
  recipients?: number | null;
}

export interface StartTotp {
  password?: string;
}

export interface StartTotpAnswer {
  secret: string;
  uri: string;
}

export interface Stat {
  day: string;
  device_id: number | null;
  device_name: string | null;
  carrier: string | null;
  reason: string | null;
  sent: number;
  delivered: number;
  failed: number;
  cancelled: number;
  received: number;
  replied: number;
}

export interface Stats {
  stats: Stat[];
  from: string;
  to: string;
  time_zone: string;
  complete: boolean;
}

export interface StickyAddress {
  address: string;
  address_norm: string;
  sim: number | null;
}

export interface StickyAddressPage {
  addresses: StickyAddress[];
  next_cursor: string | null;
}

export interface SuspendAccount {
  reason: string;
}

export interface TextDetail {
  id: number;
  seq: number;
  direction: 'out' | 'in';
  address: string;
  address_norm: string;
  body: string;
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'received' | 'failed';
  route: 'device' | 'gateway';
  error: string | null;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  segments: number;
  encoding: 'gsm7' | 'ucs2';
  client_ref: string | null;
  keyword: 'stop' | 'start' | 'help' | 'maybe_stop' | null;
  from: string | null;
  send_at: string | null;
  awaiting: 'approval' | 'release' | null;
  body_removed_at: string | null;
  device_id: number | null;
  sim: number | null;
  carrier: string | null;
  charged: boolean;
  deadline_at: string | null;
  attempt: number;
  parts_delivered: number | null;
}

export interface TextLog {
  messages: LoggedText[];
  next_before: number | null;
  truncated?: boolean;
}

export interface TextOfAccount {
  text: WordlessText;
  events: MessageEvent[];
  waiting_for: WaitingFor;
  message?: Message;
}

export interface TextOutcome {
  message: Message;
  outcome: Outcome;
}

export interface TextsToCheck {
  rows: ({ address: string; body: string; client_ref?: string | null; send_at?: string | null; })[];
}

export interface Thread {
  address: string;
  address_norm: string;
  last_message: Message;
  message_count: number;
  updated_at: string;
}

export interface ThreadCounts {
  unread: number;
  waiting: number;
  failed: number;
}

export interface ThreadMessagePage {
  address_norm: string;
  messages: Message[];
  next_before: number | null;
  truncated?: boolean;
}

export interface ThreadNote {
  id: number;
  user_id: number;
  body: string;
  created_at: string;
}

export interface ThreadPage {
  threads: Thread[];
  next_cursor: string | null;
}

export interface ThreadState {
  assignee_id: number | null;
  is_done: boolean;
  notes: ThreadNote[];
}

export interface Tier {
  plan: string;
  name: string;
  texts_cap: number;
  price_cents: number;
  currency: string;
  interval: string;
}

export interface Tiers {
  tiers: Tier[];
}

export interface Timeline {
  events: MessageEvent[];
  waiting_for: WaitingFor;
  message?: Message;
}

export type TriedIncomingWebhook = {
  template: string;
  recipients?: string[] | null;
  recipients_field?: string | null;
  event_id?: string | null;
  texts_per_hour?: number | null;
  from?: string | null;
  urgent?: boolean | null;
} | null;

export interface UnreadThread {
  address: string;
  address_norm: string;
  last_message: Message;
  message_count: number;
  updated_at: string;
  unread: number;
  assignee_id: number | null;
  is_done: boolean;
  is_waiting: boolean;
}

export interface UnreadThreadPage {
  threads: UnreadThread[];
  next_cursor: string | null;
}

export interface UpdateAccount {
  name?: string | null;
  country?: string | null;
  plan?: string | null;
  subscription_status?: 'active' | 'trialing' | 'past_due' | 'incomplete' | 'incomplete_expired' | 'unpaid' | 'paused' | 'canceled' | null;
  exempt?: boolean | null;
}

export interface UpdateContact {
  address?: string;
  name?: string;
  note?: string;
  groups?: number[];
}

export interface UpdateMe {
  name?: string;
  language?: 'en' | 'de';
}

export interface UsableCarrier {
  name: string;
  state: 'up' | 'down';
  detail: English;
}

export interface Usage {
  plan: string | null;
  subscription_status: string | null;
  can_send: boolean;
  reason: 'ok' | 'no_plan' | 'no_subscription' | 'cap_reached' | 'no_route' | 'account_suspended';
  texts_used: number;
  texts_cap: number | null;
  texts_remaining: number | null;
  unlimited: boolean;
  period: 'calendar_month_utc';
  resets_at: string;
}

export interface User {
  id: number;
  name: string;
  email: string;
  is_operator: boolean;
  totp: boolean;
  recovery_codes_left: number;
  passkeys: Passkey[];
  email_verified: boolean;
  language: string | null;
}

export interface UserAndAccounts {
  user: User;
  accounts: MemberAccount[];
}

export interface UserRecord {
  id: number;
  name: string;
  email: string;
  is_operator: boolean;
  totp: boolean;
  email_verified: boolean;
  accounts: number;
  created_at: string;
}

export interface UserRecordAndAccounts {
  user: UserRecord;
  accounts: MemberAccount[];
}

export interface UserRecordPage {
  users: UserRecord[];
  next_cursor: string | null;
}

export interface Verdict {
  ok: boolean;
  message?: Message;
  replayed: boolean;
  differs: boolean;
  error: string | null;
  code: string | null;
  next: string | null;
  retry_after: number | null;
  preview?: DryRun;
}

export interface VerifyEmail {
  token: string;
}

export type WaitingFor = {
  what: 'scheduled' | 'no_device' | 'device_away' | 'device_problem' | 'budget' | 'carrier_down' | 'another_try' | 'turn' | 'quiet_hours' | 'suspended' | 'approval' | 'release';
  device_id: number | null;
  sim: number | null;
  carrier: string | null;
  until: string | null;
  meaning: English;
} | null;

export interface WaitingTexts {
  device: number;
  gateway: number;
}

export interface Webhook {
  name: string;
  url: string;
  format: 'standard' | 'twilio' | 'smsgate';
  types: ('text.received' | 'text.updated' | 'device.offline' | 'device.online' | 'recipient.opted_out' | 'usage.near_cap' | 'sms:received' | 'sms:sent' | 'sms:delivered' | 'sms:failed')[];
  body: boolean;
  cursor: number;
  behind: number;
  moved_at: string;
  created_at: string;
  disabled_reason: 'asked' | 'gone' | 'failing' | 'operator' | null;
  disabled_at: string | null;
  failures: number;
  failing_since: string | null;
  next_attempt_at: string | null;
  previous_secret_until: string | null;
}

export interface WebhookAttempt {
  number: number;
  at: string;
  event_count: number;
  first_event: string;
  last_event: string;
  took_ms: number;
  status: number | null;
  error: English | null;
  error_code: 'endpoint_answered' | 'no_answer' | 'no_connection' | 'tls_failed' | 'connection_failed' | 'address_not_public' | 'address_not_https' | 'not_tried' | 'answer_not_followed' | 'other' | null;
  answer: string;
  payload: string;
}

export interface WebhookAttempts {
  attempts: WebhookAttempt[];
}

export interface WebhookTest {
  acknowledged: boolean;
  status: number | null;
  error: English | null;
  error_code: 'endpoint_answered' | 'no_answer' | 'no_connection' | 'tls_failed' | 'connection_failed' | 'address_not_public' | 'address_not_https' | 'not_tried' | 'answer_not_followed' | 'other' | null;
  took_ms: number;
  answer: string;
}

export interface Webhooks {
  webhooks: Webhook[];
}

export interface WordlessText {
  id: number;
  seq: number;
  direction: 'out' | 'in';
  address: string;
  address_norm: string;
  status: 'queued' | 'sending' | 'sent' | 'delivered' | 'received' | 'failed';
  route: 'device' | 'gateway';
  error: string | null;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  segments: number;
  encoding: 'gsm7' | 'ucs2';
  client_ref: string | null;
  keyword: 'stop' | 'start' | 'help' | 'maybe_stop' | null;
  from: string | null;
  send_at: string | null;
  awaiting: 'approval' | 'release' | null;
  body_removed_at: string | null;
  device_id: number | null;
  sim: number | null;
  carrier: string | null;
  charged: boolean;
  deadline_at: string | null;
  attempt: number;
  parts_delivered: number | null;
}

/** All shapes by their names. */
export interface Schemas {
  AcceptLink: AcceptLink;
  AcceptLinkAnswer: AcceptLinkAnswer;
  Account: Account;
  AccountKeyPage: AccountKeyPage;
  AccountRecord: AccountRecord;
  AccountRecordPage: AccountRecordPage;
  Accounts: Accounts;
  AckConsumer: AckConsumer;
  AddPasskey: AddPasskey;
  AddSavedReply: AddSavedReply;
  AddThreadNote: AddThreadNote;
  Approval: Approval;
  ApprovalPage: ApprovalPage;
  AskedKeyPolicy: AskedKeyPolicy;
  AssignNumber: AssignNumber;
  AssignThread: AssignThread;
  AuditEvent: AuditEvent;
  AuditEventPage: AuditEventPage;
  BatchAnswer: BatchAnswer;
  Broadcast: Broadcast;
  BroadcastPage: BroadcastPage;
  BroadcastRecipient: BroadcastRecipient;
  BroadcastRecipientPage: BroadcastRecipientPage;
  Carrier: Carrier;
  CarrierNumber: CarrierNumber;
  CarrierNumberPage: CarrierNumberPage;
  ChangeGroupMembers: ChangeGroupMembers;
  ChangeKey: ChangeKey;
  ChangePassword: ChangePassword;
  ChangePlan: ChangePlan;
  ChangeSavedReply: ChangeSavedReply;
  ChangedWebhook: ChangedWebhook;
  CheckedText: CheckedText;
  CheckedTexts: CheckedTexts;
  CodeCredential: CodeCredential;
  ConfirmTotp: ConfirmTotp;
  ConfirmTotpAnswer: ConfirmTotpAnswer;
  ConsoleError: ConsoleError;
  Consumer: Consumer;
  ConsumerPage: ConsumerPage;
  Consumers: Consumers;
  Contact: Contact;
  ContactGroup: ContactGroup;
  ContactGroupPage: ContactGroupPage;
  ContactImport: ContactImport;
  ContactPage: ContactPage;
  CoreState: CoreState;
  CreateAccount: CreateAccount;
  CreateApprovalLinkAnswer: CreateApprovalLinkAnswer;
  CreateBroadcast: CreateBroadcast;
  CreateFailedBroadcast: CreateFailedBroadcast;
  CreateKey: CreateKey;
  CreateKeyAnswer: CreateKeyAnswer;
  CreatePlatformKey: CreatePlatformKey;
  CreatePlatformKeyAnswer: CreatePlatformKeyAnswer;
  DailyHealth: DailyHealth;
  DatabaseState: DatabaseState;
  DayCount: DayCount;
  DecideApproval: DecideApproval;
  DecideByLink: DecideByLink;
  Device: Device;
  DevicePage: DevicePage;
  DeviceTotals: DeviceTotals;
  Done: Done;
  DryRun: DryRun;
  DryRunDevice: DryRunDevice;
  Endpoint: Endpoint;
  EraseAccount: EraseAccount;
  EraseRecipient: EraseRecipient;
  ErasedRows: ErasedRows;
  Erasure: Erasure;
  ErasurePage: ErasurePage;
  Error: Error;
  FaultyLine: FaultyLine;
  FaultyRow: FaultyRow;
  FeedPosition: FeedPosition;
  FieldFault: FieldFault;
  FindContactsAnswer: FindContactsAnswer;
  Found: Found;
  FoundContact: FoundContact;
  GetApprovalLink: GetApprovalLink;
  GetLink: GetLink;
  GetRenewalAnswer: GetRenewalAnswer;
  GroupMemberPage: GroupMemberPage;
  Health: Health;
  ImportContacts: ImportContacts;
  ImportOptOuts: ImportOptOuts;
  InboxRules: InboxRules;
  InboxSettings: InboxSettings;
  IncomingWebhook: IncomingWebhook;
  IncomingWebhookHeaders: IncomingWebhookHeaders;
  IncomingWebhookPreview: IncomingWebhookPreview;
  IncomingWebhooks: IncomingWebhooks;
  Index: Index;
  Integration: Integration;
  IntegrationPage: IntegrationPage;
  Invitation: Invitation;
  InviteDevice: InviteDevice;
  InviteUser: InviteUser;
  Key: Key;
  KeyBudget: KeyBudget;
  KeyPolicy: KeyPolicy;
  KeyRefusal: KeyRefusal;
  Link: Link;
  LinkedApproval: LinkedApproval;
  ListCarriersAnswer: ListCarriersAnswer;
  ListKeyRefusalsAnswer: ListKeyRefusalsAnswer;
  ListMembersAnswer: ListMembersAnswer;
  ListSavedRepliesAnswer: ListSavedRepliesAnswer;
  ListSecurityEventsAnswer: ListSecurityEventsAnswer;
  ListSessionsAnswer: ListSessionsAnswer;
  ListWritersAnswer: ListWritersAnswer;
  LoggedText: LoggedText;
  MadeBroadcast: MadeBroadcast;
  MarkThreadRead: MarkThreadRead;
  Me: Me;
  Member: Member;
  MemberAccount: MemberAccount;
  Message: Message;
  MessageEvent: MessageEvent;
  MessagePage: MessagePage;
  NewBroadcastRecipient: NewBroadcastRecipient;
  NoteWriting: NoteWriting;
  OneAccountKey: OneAccountKey;
  OneAccountRecord: OneAccountRecord;
  OneApproval: OneApproval;
  OneBroadcast: OneBroadcast;
  OneCarrierNumber: OneCarrierNumber;
  OneConsumer: OneConsumer;
  OneContact: OneContact;
  OneContactGroup: OneContactGroup;
  OneDevice: OneDevice;
  OneErasure: OneErasure;
  OneIncomingWebhook: OneIncomingWebhook;
  OneLinkedApproval: OneLinkedApproval;
  OneMemberAccount: OneMemberAccount;
  OneMessage: OneMessage;
  OneOptOut: OneOptOut;
  OnePasskey: OnePasskey;
  OnePlatformKey: OnePlatformKey;
  OneSavedReply: OneSavedReply;
  OneText: OneText;
  OneThreadNote: OneThreadNote;
  OneUser: OneUser;
  OneWebhook: OneWebhook;
  OpenOwnAccount: OpenOwnAccount;
  OpenPortalAnswer: OpenPortalAnswer;
  OpenedAccount: OpenedAccount;
  OptOut: OptOut;
  OptOutImport: OptOutImport;
  OptOutPage: OptOutPage;
  OptOutSettings: OptOutSettings;
  Outcome: Outcome;
  Overview: Overview;
  OverviewAccount: OverviewAccount;
  OwnKey: OwnKey;
  PairingCode: PairingCode;
  Passkey: Passkey;
  PasskeyAssertion: PasskeyAssertion;
  PasskeyQuestion: PasskeyQuestion;
  PasswordCredential: PasswordCredential;
  PhonePairing: PhonePairing;
  PhoneStep: PhoneStep;
  PlanResult: PlanResult;
  PlatformKey: PlatformKey;
  PlatformKeyPage: PlatformKeyPage;
  PreviewIncomingWebhook: PreviewIncomingWebhook;
  PreviewPlanAnswer: PreviewPlanAnswer;
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
  Reauthenticate: Reauthenticate;
  RemoveTotp: RemoveTotp;
  RenameAccount: RenameAccount;
  RenameContactGroup: RenameContactGroup;
  RequestEmailChange: RequestEmailChange;
  RequestPasswordReset: RequestPasswordReset;
  RetainedRow: RetainedRow;
  RetentionAnswer: RetentionAnswer;
  RetentionDays: RetentionDays;
  RotatedWebhook: RotatedWebhook;
  SavedReply: SavedReply;
  SecurityEvent: SecurityEvent;
  SendBatch: SendBatch;
  SendMessage: SendMessage;
  Sender: Sender;
  SentInvitation: SentInvitation;
  SentMessage: SentMessage;
  ServiceHour: ServiceHour;
  Session: Session;
  SetDigest: SetDigest;
  SetInboxRules: SetInboxRules;
  SetInboxSettings: SetInboxSettings;
  SetMemberRole: SetMemberRole;
  SetNewPassword: SetNewPassword;
  SetOptOutSettings: SetOptOutSettings;
  SetQuietHours: SetQuietHours;
  SetRetention: SetRetention;
  SetSimBudget: SetSimBudget;
  SetThreadDone: SetThreadDone;
  SignInStep: SignInStep;
  SignUp: SignUp;
  SignedIn: SignedIn;
  Sim: Sim;
  StandingOutAccount: StandingOutAccount;
  Start: Start;
  StartBroadcast: StartBroadcast;
  StartTotp: StartTotp;
  StartTotpAnswer: StartTotpAnswer;
  Stat: Stat;
  Stats: Stats;
  StickyAddress: StickyAddress;
  StickyAddressPage: StickyAddressPage;
  SuspendAccount: SuspendAccount;
  TextDetail: TextDetail;
  TextLog: TextLog;
  TextOfAccount: TextOfAccount;
  TextOutcome: TextOutcome;
  TextsToCheck: TextsToCheck;
  Thread: Thread;
  ThreadCounts: ThreadCounts;
  ThreadMessagePage: ThreadMessagePage;
  ThreadNote: ThreadNote;
  ThreadPage: ThreadPage;
  ThreadState: ThreadState;
  Tier: Tier;
  Tiers: Tiers;
  Timeline: Timeline;
  TriedIncomingWebhook: TriedIncomingWebhook;
  UnreadThread: UnreadThread;
  UnreadThreadPage: UnreadThreadPage;
  UpdateAccount: UpdateAccount;
  UpdateContact: UpdateContact;
  UpdateMe: UpdateMe;
  UsableCarrier: UsableCarrier;
  Usage: Usage;
  User: User;
  UserAndAccounts: UserAndAccounts;
  UserRecord: UserRecord;
  UserRecordAndAccounts: UserRecordAndAccounts;
  UserRecordPage: UserRecordPage;
  Verdict: Verdict;
  VerifyEmail: VerifyEmail;
  WaitingFor: WaitingFor;
  WaitingTexts: WaitingTexts;
  Webhook: Webhook;
  WebhookAttempt: WebhookAttempt;
  WebhookAttempts: WebhookAttempts;
  WebhookTest: WebhookTest;
  Webhooks: Webhooks;
  WordlessText: WordlessText;
}

/** What each call takes and answers, by its method and its path below /api/v1. */
export interface Calls {
  'GET /openapi.json': { answer: { openapi: '3.0.3'; info: Record<string, unknown>; paths: Record<string, unknown>; components: Record<string, unknown>; } };
  'GET /me': { answer: Me };
  'GET /usage': { answer: Usage };
  'GET /accounts': { query: 'limit' | 'cursor'; answer: Accounts };
  'GET /tiers': { answer: Tiers };
  'GET /stats.csv': { query: 'from' | 'to' | 'by' | 'split' };
  'POST /messages': { body: SendMessage; answer: SentMessage };
  'GET /messages': { query: 'since' | 'limit' | 'wait'; answer: MessagePage };
  'DELETE /messages': { query: 'client_ref'; answer: OneMessage };
  'GET /messages/{id}': { answer: OneMessage };
  'DELETE /messages/{id}': { answer: OneMessage };
  'GET /messages/{id}/events': { query: 'with'; answer: Timeline };
  'GET /messages/{id}/outcome': { query: 'wait_for' | 'since' | 'wait'; answer: TextOutcome };
  'GET /stats': { query: 'from' | 'to' | 'by' | 'split'; answer: Stats };
  'GET /quiet-hours': { answer: QuietHoursAnswer };
  'PUT /quiet-hours': { body: SetQuietHours; answer: QuietHoursAnswer };
  'DELETE /quiet-hours': { answer: QuietHoursAnswer };
  'POST /plan': { body: ChangePlan; answer: PlanResult };
  'POST /broadcasts': { body: CreateBroadcast; answer: MadeBroadcast };
  'GET /broadcasts': { query: 'limit' | 'cursor'; answer: BroadcastPage };
  'POST /broadcasts/{id}/start': { body: StartBroadcast; answer: OneBroadcast };
  'GET /broadcasts/{id}': { answer: OneBroadcast };
  'POST /broadcasts/{id}/pause': { answer: OneBroadcast };
  'POST /broadcasts/{id}/resume': { answer: OneBroadcast };
  'POST /broadcasts/{id}/cancel': { answer: OneBroadcast };
  'POST /broadcasts/{id}/failed': { body: CreateFailedBroadcast; answer: MadeBroadcast };
  'GET /consumers': { answer: Consumers };
  'PUT /consumers/{name}': { body: PutConsumer; answer: OneConsumer };
  'GET /consumers/{name}': { answer: OneConsumer };
  'DELETE /consumers/{name}': { answer: Done };
  'POST /consumers/{name}/reset': { body: FeedPosition; answer: OneConsumer };
  'POST /consumers/{name}/ack': { body: AckConsumer; answer: OneConsumer };
  'GET /webhooks': { answer: Webhooks };
  'PUT /webhooks/{name}': { body: PutWebhook; answer: ChangedWebhook };
  'GET /webhooks/{name}': { answer: OneWebhook };
  'DELETE /webhooks/{name}': { answer: Done };
  'POST /webhooks/{name}/replay': { body: FeedPosition; answer: OneWebhook };
  'POST /webhooks/{name}/rotate': { answer: RotatedWebhook };
  'POST /webhooks/{name}/test': { query: 'type'; answer: WebhookTest };
  'POST /webhooks/{name}/enable': { answer: OneWebhook };
  'POST /webhooks/{name}/disable': { answer: OneWebhook };
  'GET /webhooks/{name}/attempts': { answer: WebhookAttempts };
  'PUT /incoming-webhooks/{name}': { body: PutIncomingWebhook; answer: OneIncomingWebhook };
  'GET /incoming-webhooks/{name}': { answer: OneIncomingWebhook };
  'DELETE /incoming-webhooks/{name}': { answer: Done };
  'GET /incoming-webhooks': { answer: IncomingWebhooks };
  'GET /threads': { query: 'limit' | 'cursor'; answer: ThreadPage };
  'GET /threads/{address}/messages': { query: 'limit' | 'before'; answer: ThreadMessagePage };
  'GET /search': { query: 'limit' | 'before' | 'q'; answer: Found };
  'GET /opt-outs': { query: 'limit' | 'cursor' | 'address'; answer: OptOutPage };
  'PUT /opt-outs/{address}': { answer: OneOptOut };
  'DELETE /opt-outs/{address}': { answer: OneOptOut };
  'GET /opt-outs/settings': { answer: OptOutSettings };
  'PUT /opt-outs/settings': { body: SetOptOutSettings; answer: OptOutSettings };
  'GET /contacts': { query: 'limit' | 'cursor' | 'q' | 'group'; answer: ContactPage };
  'POST /contacts': { body: PutContact; answer: PutContactAnswer };
  'GET /contacts/find': { query: 'addresses'; answer: FindContactsAnswer };
  'GET /contacts/{id}': { answer: OneContact };
  'PATCH /contacts/{id}': { body: UpdateContact; answer: OneContact };
  'DELETE /contacts/{id}': { answer: Done };
  'GET /groups': { query: 'limit' | 'cursor'; answer: ContactGroupPage };
  'POST /groups': { body: PutContactGroup; answer: OneContactGroup };
  'GET /groups/{id}': { answer: OneContactGroup };
  'PATCH /groups/{id}': { body: RenameContactGroup; answer: OneContactGroup };
  'DELETE /groups/{id}': { answer: Done };
  'GET /groups/{id}/members': { query: 'limit' | 'cursor'; answer: GroupMemberPage };
  'POST /groups/{id}/members': { body: ChangeGroupMembers; answer: OneContactGroup };
  'GET /broadcasts.csv': {  };
  'GET /broadcasts/{id}/recipients': { query: 'limit' | 'cursor' | 'status'; answer: BroadcastRecipientPage };
  'PUT /broadcasts/{id}/recipients': { body: PutBroadcastRecipients; answer: PutBroadcastRecipientsAnswer };
  'GET /consumers/{name}/messages': { query: 'limit' | 'wait' | 'lease'; answer: ConsumerPage };
  'POST /incoming-webhooks/{name}/preview': { body: PreviewIncomingWebhook; answer: PreviewedIncomingWebhook };
  'GET /opt-outs/export': {  };
  'GET /contacts/export.csv': { query: 'group' };
  'GET /contacts/export.vcf': { query: 'group' };
  'POST /messages/batch': { body: SendBatch; answer: BatchAnswer };
  'POST /opt-outs/import': { body: ImportOptOuts; answer: OptOutImport };
  'POST /contacts/import': { body: ImportContacts; answer: ContactImport };
  'GET /console/openapi.json': { answer: { openapi: '3.0.3'; info: Record<string, unknown>; paths: Record<string, unknown>; components: Record<string, unknown>; } };
  'POST /operator/accounts': { body: CreateAccount; answer: OneAccountRecord };
  'GET /operator/accounts': { query: 'search' | 'limit' | 'cursor'; answer: AccountRecordPage };
  'GET /account': { answer: OneMemberAccount };
  'PATCH /account': { body: RenameAccount; answer: OneMemberAccount };
  'DELETE /account': { body: EraseAccount; answer: OneErasure };
  'GET /operator/accounts/{account_id}': { answer: OneAccountRecord };
  'PATCH /operator/accounts/{account_id}': { body: UpdateAccount; answer: OneAccountRecord };
  'PUT /operator/accounts/{account_id}/suspension': { body: SuspendAccount; answer: OneAccountRecord };
  'DELETE /operator/accounts/{account_id}/suspension': { answer: OneAccountRecord };
  'GET /overview': { answer: Overview };
  'GET /plan/preview': { query: 'plan'; answer: PreviewPlanAnswer };
  'GET /plan/renewal': { answer: GetRenewalAnswer };
  'POST /plan/portal': { answer: OpenPortalAnswer };
  'GET /threads/unread': { query: 'limit' | 'cursor' | 'search' | 'filter'; answer: UnreadThreadPage };
  'GET /threads/counts': { answer: ThreadCounts };
  'PUT /threads/{address}/read': { body: MarkThreadRead; answer: Done };
  'GET /threads/{address}/state': { answer: ThreadState };
  'PUT /threads/{address}/done': { body: SetThreadDone; answer: Done };
  'PUT /threads/{address}/assignee': { body: AssignThread; answer: Done };
  'POST /threads/{address}/notes': { body: AddThreadNote; answer: OneThreadNote };
  'DELETE /thread-notes/{id}': { answer: Done };
  'PUT /threads/{address}/writing': { body: NoteWriting; answer: Done };
  'GET /threads/{address}/writers': { answer: ListWritersAnswer };
  'GET /saved-replies': { answer: ListSavedRepliesAnswer };
  'POST /saved-replies': { body: AddSavedReply; answer: OneSavedReply };
  'PUT /saved-replies/{id}': { body: ChangeSavedReply; answer: OneSavedReply };
  'DELETE /saved-replies/{id}': { answer: Done };
  'GET /console/me/inbox': { answer: InboxSettings };
  'PUT /console/me/inbox': { body: SetInboxSettings; answer: InboxSettings };
  'PUT /console/me/digest': { body: SetDigest; answer: InboxSettings };
  'GET /inbox-rules': { answer: InboxRules };
  'PUT /inbox-rules': { body: SetInboxRules; answer: InboxRules };
  'POST /keys': { body: CreateKey; answer: CreateKeyAnswer };
  'GET /keys': { query: 'limit' | 'cursor'; answer: AccountKeyPage };
  'GET /keys/{id}/refusals': { answer: ListKeyRefusalsAnswer };
  'DELETE /keys/{id}': { answer: OneAccountKey };
  'PATCH /keys/{id}': { body: ChangeKey; answer: OneAccountKey };
  'POST /operator/platform-keys': { body: CreatePlatformKey; answer: CreatePlatformKeyAnswer };
  'GET /operator/platform-keys': { query: 'limit' | 'cursor'; answer: PlatformKeyPage };
  'DELETE /operator/platform-keys/{id}': { answer: OnePlatformKey };
  'GET /integrations': { query: 'limit' | 'cursor'; answer: IntegrationPage };
  'GET /integrations/{id}': { answer: Integration };
  'PUT /integrations/{id}': { answer: Integration };
  'DELETE /integrations/{id}': { answer: Done };
  'GET /approvals': { query: 'limit' | 'cursor' | 'state' | 'asked_by'; answer: ApprovalPage };
  'POST /approvals/{id}': { body: DecideApproval; answer: OneApproval };
  'POST /approvals/{id}/link': { answer: CreateApprovalLinkAnswer };
  'POST /console/approval-links/read': { body: GetApprovalLink; answer: OneLinkedApproval };
  'POST /console/approval-links/decide': { body: DecideByLink; answer: OneLinkedApproval };
  'GET /operator/carriers': { answer: ListCarriersAnswer };
  'PUT /operator/numbers': { body: AssignNumber; answer: OneCarrierNumber };
  'GET /operator/numbers': { query: 'account' | 'limit' | 'cursor'; answer: CarrierNumberPage };
  'GET /numbers': { query: 'limit' | 'cursor'; answer: CarrierNumberPage };
  'DELETE /operator/numbers/{carrier}/{number}': { answer: OneCarrierNumber };
  'GET /devices': { query: 'limit' | 'cursor'; answer: DevicePage };
  'DELETE /devices/{id}': { answer: OneDevice };
  'PUT /devices/{id}/sims/{slot}': { body: SetSimBudget; answer: OneDevice };
  'GET /devices/{id}/addresses': { query: 'limit' | 'cursor'; answer: StickyAddressPage };
  'GET /operator/health': { answer: Health };
  'GET /operator/daily-health': { answer: DailyHealth };
  'GET /audit-events': { query: 'limit' | 'cursor' | 'actor' | 'method'; answer: AuditEventPage };
  'GET /retention': { answer: RetentionAnswer };
  'PUT /retention': { body: SetRetention; answer: RetentionAnswer };
  'POST /erasures': { body: EraseRecipient; answer: OneErasure };
  'GET /erasures': { query: 'limit' | 'cursor'; answer: ErasurePage };
  'POST /console/links/read': { body: GetLink; answer: Link };
  'POST /console/links/accept': { body: AcceptLink; answer: AcceptLinkAnswer };
  'POST /console/sign-in/passkey/options': { answer: PasskeyQuestion };
  'POST /console/forgotten-password': { body: RequestPasswordReset; answer: Done };
  'POST /console/new-password': { body: SetNewPassword; answer: Done };
  'GET /console/me': { answer: UserAndAccounts };
  'PATCH /console/me': { body: UpdateMe; answer: OneUser };
  'POST /console/me/reauthentication/options': { answer: PasskeyQuestion };
  'POST /console/me/reauthentication': { body: Reauthenticate; answer: Done };
  'GET /console/me/security-events': { answer: ListSecurityEventsAnswer };
  'POST /console/me/password': { body: ChangePassword; answer: Done };
  'POST /console/me/email': { body: RequestEmailChange; answer: Done };
  'POST /console/me/email/verification': { body: VerifyEmail; answer: OneUser };
  'POST /console/me/totp': { body: StartTotp; answer: StartTotpAnswer };
  'DELETE /console/me/totp': { body: RemoveTotp; answer: Done };
  'POST /console/me/totp/confirm': { body: ConfirmTotp; answer: ConfirmTotpAnswer };
  'POST /console/me/passkeys/options': { answer: PasskeyQuestion };
  'POST /console/me/passkeys': { body: AddPasskey; answer: OnePasskey };
  'DELETE /console/me/passkeys/{id}': { answer: Done };
  'GET /console/me/sessions': { answer: ListSessionsAnswer };
  'DELETE /console/me/sessions': { answer: Done };
  'DELETE /console/me/sessions/{id}': { answer: Done };
  'POST /console/accounts/{account_id}/switch': { answer: OneMemberAccount };
  'GET /members': { answer: ListMembersAnswer };
  'POST /invitations': { body: InviteUser; answer: SentInvitation };
  'DELETE /invitations/{id}': { answer: Done };
  'PATCH /members/{id}': { body: SetMemberRole; answer: Done };
  'DELETE /members/{id}': { answer: Done };
  'GET /operator/users': { query: 'search' | 'limit' | 'cursor'; answer: UserRecordPage };
  'GET /operator/users/{id}': { answer: UserRecordAndAccounts };
  'GET /operator/accounts/{id}/texts/{text_id}': { answer: TextOfAccount };
  'POST /devices/pairing-codes': { body: InviteDevice; answer: PairingCode };
  'GET /messages/log': { query: 'limit' | 'before' | 'direction' | 'status' | 'route' | 'address' | 'from' | 'to' | 'key_id'; answer: TextLog };
  'GET /messages.csv': { query: 'before' | 'direction' | 'status' | 'route' | 'address' | 'from' | 'to' | 'key_id' };
  'GET /messages/{id}/detail': { answer: OneText };
  'GET /export': {  };
  'GET /console/start': { answer: Start };
  'POST /console/sign-up': { body: SignUp; answer: SignedIn };
  'POST /console/sign-in': { body: PasswordCredential; answer: SignInStep };
  'POST /console/sign-in/totp': { body: CodeCredential; answer: SignedIn };
  'POST /console/sign-in/passkey': { body: PasskeyAssertion; answer: SignedIn };
  'POST /console/sign-out': { answer: Done };
  'POST /console/accounts': { body: OpenOwnAccount; answer: OpenedAccount };
  'POST /messages/check': { body: TextsToCheck; answer: CheckedTexts };
}
