// What a test says to the SMSC of Net::SMPP, and what that reports in return. The program is SMSC.pl.

export type Stat =
  | 'ENROUTE'
  | 'DELIVRD'
  | 'EXPIRED'
  | 'DELETED'
  | 'UNDELIV'
  | 'ACCEPTD'
  | 'UNKNOWN'
  | 'REJECTD';
/** How a receipt is written: by its text, by optional parameters, or by both. */
export type ReceiptForm = 'text' | 'tlv' | 'both';

/** What becomes of a submit; the first rule that fits holds. One without a word more accepts without a receipt. */
export interface Rule {
  /** A pattern on the recipient, as the wire has it. */
  to?: string;
  /** Of those that fit, every so many. */
  every?: number;
  /** Of those that fit, so many. */
  first?: number;
  /** Refused with this command_status. */
  status?: number;
  /** The refusal is a generic_nack. */
  nack?: boolean;
  silence?: boolean;
  /** The connection ends instead of an answer. */
  drop?: 'reset' | 'end';
  /** The answer comes that much later, and up to `spread_ms` more by chance: answers out of order. */
  delay_ms?: number;
  spread_ms?: number;
  /** Receipts on what was accepted: one for each stat. Held ones are given by `release`. */
  receipt?: { when: 'before' | 'after' | 'held'; form: ReceiptForm; stats: Stat[] };
}

/** What holds from now on; what is left out stays as it is. Rules begin to count anew. */
export interface Plan {
  /** What the next binds are answered with; then 0. */
  bind?: number[];
  rules?: Rule[];
  /** Submits a second that are taken; those beyond are refused with 0x58. 0: no limit. */
  rate?: number;
  /** The form of names in answers and in receipts. */
  ids?: 'as_is' | 'decimal' | 'hex' | 'hex_to_decimal' | 'decimal_to_hex';
  /** What all names begin with that are given as they are. */
  prefix?: string;
}

/** A text that the SMSC delivers, whole or a part. `from` and `to` without plus. */
export interface Delivery {
  from: string;
  to: string;
  text: string;
  coding: 'gsm' | 'latin1' | 'ucs2';
  as: 'short' | 'payload' | 'udh8' | 'udh16' | 'udh8_payload' | 'udh16_payload' | 'sar';
  reference?: number;
  total?: number;
  number?: number;
}

/** PDUs that break SMPP; see broken.pm. */
export const unreadableDeliveries = ['empty_deliver', 'cut_in_address', 'no_final_zero'] as const;
export const brokenDeliveries = [
  'long_address',
  'length_of_text',
  'cut_in_text',
  'parameter_beyond',
  'stray_octets',
] as const;
export const senseless = [
  'unknown_command',
  'unasked_answer',
  'wrong_answer',
  'answer_of_nobody',
  'nack_of_nobody',
] as const;
export const lostThread = [
  'length_zero',
  'length_short',
  'length_huge',
  'other_protocol',
  'nack_zero',
] as const;
export type Broken =
  | (typeof unreadableDeliveries)[number]
  | (typeof brokenDeliveries)[number]
  | (typeof senseless)[number]
  | (typeof lostThread)[number];

/** A submit_sm as Net::SMPP read it; octets in hexadecimal, parameters by their number in decimal. */
export interface JudgedSubmit {
  index: number;
  session: number;
  seq: number;
  service_type: string;
  source_addr_ton: number;
  source_addr_npi: number;
  source_addr: string;
  dest_addr_ton: number;
  dest_addr_npi: number;
  destination_addr: string;
  esm_class: number;
  protocol_id: number;
  priority_flag: number;
  schedule_delivery_time: string;
  validity_period: string;
  registered_delivery: number;
  replace_if_present_flag: number;
  data_coding: number;
  sm_default_msg_id: number;
  octets: string;
  tlvs: Record<string, string>;
  /** Octets of the text without its header. */
  length: number;
  text: string;
  concat?: { reference: number; total: number; number: number; bits: 8 | 16 };
}

export interface JudgedBind {
  session: number;
  status: number;
  system_id: string;
  password: string;
  system_type: string;
  interface_version: number;
  addr_ton: number;
  addr_npi: number;
  address_range: string;
}

/** What our side answered to something that the SMSC sent; `key` is what the test called that. */
export interface JudgedAnswer {
  session: number;
  command: string;
  seq: number;
  status: number;
  key: string | null;
}

/** A line that the program writes by itself. */
export type Report =
  | { event: 'listening'; port: number }
  | ({ event: 'bind' } & JudgedBind)
  | ({ event: 'submit' } & JudgedSubmit)
  | ({ event: 'answered' } & JudgedAnswer)
  | { event: 'accepted'; index: number; name: string }
  | { event: 'refused'; index: number; status: number }
  | { event: 'enquire_link'; session: number }
  | { event: 'unbind'; session: number }
  | { event: 'closed'; session: number; why: string }
  | { event: 'complaint'; session: number; why: string };
