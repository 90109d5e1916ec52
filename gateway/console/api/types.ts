// What the interface answers, as the console reads it.
import type { Static } from 'typebox';
import type { MessageShape } from '../../schemas/resources/message.ts';

export type Role = 'member' | 'admin' | 'owner';

export interface Passkey {
  id: number | string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

export interface Person {
  id: number;
  name: string;
  email: string;
  email_proved: boolean;
  is_operator: boolean;
  totp: boolean;
  recovery_codes_left: number;
  passkeys: Passkey[];
}

interface Membership {
  id: number;
  name: string;
  role: Role;
}

export interface Me {
  person: Person;
  accounts: Membership[];
}

export interface Start {
  version: string;
  needs_first_person: boolean;
  person: Person | null;
}

export interface Link {
  kind: 'first_person' | 'invitation' | 'reset' | 'email';
  account_name: string | null;
  email: string | null;
  role: Role | null;
  expires_at: string;
}

export interface EnteredAccount extends Membership {
  country: string;
}

type UsageReason = 'ok' | 'account_suspended' | 'no_plan' | 'no_subscription' | 'cap_reached' | 'no_route';

export interface Usage {
  plan: string | null;
  subscription_status: string | null;
  can_send: boolean;
  reason: UsageReason;
  texts_used: number;
  texts_cap: number | null;
  texts_remaining: number | null;
  unlimited: boolean;
  period: string;
  resets_at: string;
}

export type Status = Message['status'];

export type Message = Static<typeof MessageShape>;

export interface OptOut {
  address: string;
  since: string;
  source: 'keyword' | 'api' | 'import' | 'console';
  message_id: number | null;
}

export interface OptOutPage {
  opt_outs: OptOut[];
  next_cursor: string | null;
}

export interface Thread {
  address: string;
  address_norm: string;
  last_message: Message;
  message_count: number;
  updated_at: string;
  unread: number;
}

export interface ThreadPage {
  threads: Thread[];
  next_cursor: string | null;
}

export interface ThreadMessages {
  address_norm: string;
  messages: Message[];
  next_before: number | null;
}

export interface FeedPage {
  messages: Message[];
  next_since: number;
  has_more: boolean;
  cursor_ahead?: boolean;
  newest_seq?: number;
}

export interface Day {
  day: string;
  sent: number;
  delivered: number;
  failed: number;
  received: number;
}

export interface Overview {
  account: { id: number; name: string; country: string; exempt: boolean; plan: string | null };
  usage: Usage;
  days: Day[];
  devices: { total: number; online: number; problems: number };
  carriers: { name: string; state: 'up' | 'down'; detail?: string }[];
  numbers: number;
  simulated: boolean;
  /** What else is to be known of sending; null when nothing is. */
  note?: string | null;
}

export interface Tier {
  plan: string;
  name: string;
  texts_cap: number;
  price_cents: number;
  currency: string;
  interval: string;
}
