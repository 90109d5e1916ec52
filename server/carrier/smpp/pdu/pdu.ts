// The PDUs of SMPP 3.4 that a transceiver needs, to and from octets (section 4). Both ends' PDUs are known, so that
// tests can play the SMSC.
import { invalidMessageLength, MalformedPdu, OctetReader, OctetWriter, type OnDefect } from './octets.ts';

/** command_id of requests; their responses have the highest bit set. */
export const command = {
  bindTransceiver: 0x09,
  submitSm: 0x04,
  deliverSm: 0x05,
  unbind: 0x06,
  outbind: 0x0b,
  enquireLink: 0x15,
  alertNotification: 0x102,
  dataSm: 0x103,
} as const;
/** The highest bit of a command_id. */
export const responseBit = 0x8000_0000;
export const genericNack = 0x8000_0000;
/** The command_id of a request's response. */
export const responseTo = (request: number): number => (request | responseBit) >>> 0;

/** Optional parameters by tag (section 5.3.2). */
export const tag = {
  receiptedMessageId: 0x001e,
  sarReference: 0x020c,
  sarTotal: 0x020e,
  sarNumber: 0x020f,
  networkErrorCode: 0x0423,
  messagePayload: 0x0424,
  messageState: 0x0427,
} as const;

/** A tag as the standard writes it. */
export const tagName = (tag: number): string => `0x${tag.toString(16).padStart(4, '0')}`;

/** Optional parameters, at most 65535 octets each; of a tag that comes twice the last counts. */
type Tlvs = ReadonlyMap<number, Uint8Array>;

/** What all PDUs have. */
export interface Header {
  command: number;
  /** command_status: 0 in requests. */
  status: number;
  sequence: number;
}

/** The body of submit_sm and of deliver_sm, which have the same fields (4.4.1, 4.6.1). */
export interface ShortMessage {
  serviceType: string;
  sourceTon: number;
  sourceNpi: number;
  source: string;
  destinationTon: number;
  destinationNpi: number;
  destination: string;
  esmClass: number;
  protocolId: number;
  priority: number;
  scheduledAt: string;
  validity: string;
  registeredDelivery: number;
  replaceIfPresent: number;
  dataCoding: number;
  defaultMessage: number;
  /** At most 254 octets. */
  content: Uint8Array;
  tlvs: Tlvs;
}

/** The fields of data_sm (4.7.1): a short message without those that it lacks. */
type DataMessage = Omit<
  ShortMessage,
  'protocolId' | 'priority' | 'scheduledAt' | 'validity' | 'replaceIfPresent' | 'defaultMessage' | 'content'
>;

/** The body of bind_transceiver (4.1.5). */
export interface Bind {
  systemId: string;
  password: string;
  systemType: string;
  interfaceVersion: number;
  addressTon: number;
  addressNpi: number;
  addressRange: string;
}

/** Longest message_id, its final zero not counted (4.4.2). */
const maxMessageId = 64;
/** Most octets of an address in data_sm, the final zero included; the other PDUs have 21. */
const dataAddressLength = 65;
const addressLength = 21;

/** A PDU in octets. */
export function encodePdu(
  { command, status, sequence }: Header,
  body: Uint8Array = new Uint8Array(),
): Buffer {
  const octets = Buffer.alloc(16 + body.length);
  octets.writeUInt32BE(octets.length, 0);
  octets.writeUInt32BE(command >>> 0, 4);
  octets.writeUInt32BE(status >>> 0, 8);
  octets.writeUInt32BE(sequence >>> 0, 12);
  octets.set(body, 16);
  return octets;
}

/** The header of a whole PDU. */
export function readHeader(pdu: Buffer): Header {
  return { command: pdu.readUInt32BE(4), status: pdu.readUInt32BE(8), sequence: pdu.readUInt32BE(12) };
}

/** The body of a whole PDU. */
export const bodyOf = (pdu: Buffer): Uint8Array => pdu.subarray(16);

/** Throws RangeError for a field that is too long. */
export function encodeBind(bind: Bind): Buffer {
  return new OctetWriter()
    .cString(bind.systemId, 16)
    .cString(bind.password, 9)
    .cString(bind.systemType, 13)
    .int1(bind.interfaceVersion)
    .int1(bind.addressTon)
    .int1(bind.addressNpi)
    .cString(bind.addressRange, 41)
    .done();
}

export function decodeBind(body: Uint8Array): Bind {
  const reader = new OctetReader(body);
  return {
    systemId: reader.cString(16, 'system_id'),
    password: reader.cString(9, 'password'),
    systemType: reader.cString(13, 'system_type'),
    interfaceVersion: reader.int1('interface_version'),
    addressTon: reader.int1('addr_ton'),
    addressNpi: reader.int1('addr_npi'),
    addressRange: reader.cString(41, 'address_range'),
  };
}

/** Throws RangeError for a field that is too long. */
export function encodeShortMessage(message: ShortMessage): Buffer {
  if (message.content.length > 254) throw new RangeError('short_message has more than 254 octets');
  const writer = new OctetWriter();
  writeAddresses(writer, message, addressLength);
  writer
    .int1(message.esmClass)
    .int1(message.protocolId)
    .int1(message.priority)
    .cString(message.scheduledAt, 17)
    .cString(message.validity, 17)
    .int1(message.registeredDelivery)
    .int1(message.replaceIfPresent)
    .int1(message.dataCoding)
    .int1(message.defaultMessage)
    .int1(message.content.length)
    .octets(message.content);
  writeTlvs(writer, message.tlvs);
  return writer.done();
}

/** Throws MalformedPdu for a field that is not as it should be, or names it and reads what there is. */
export function decodeShortMessage(body: Uint8Array, onDefect?: OnDefect): ShortMessage {
  const reader = new OctetReader(body, onDefect);
  return {
    ...readAddresses(reader, addressLength),
    esmClass: reader.int1('esm_class'),
    protocolId: reader.int1('protocol_id'),
    priority: reader.int1('priority_flag'),
    scheduledAt: reader.cString(17, 'schedule_delivery_time'),
    validity: reader.cString(17, 'validity_period'),
    registeredDelivery: reader.int1('registered_delivery'),
    replaceIfPresent: reader.int1('replace_if_present_flag'),
    dataCoding: reader.int1('data_coding'),
    defaultMessage: reader.int1('sm_default_msg_id'),
    content: reader.octets(reader.int1('sm_length'), 'short_message'),
    tlvs: readTlvs(reader),
  };
}

/** Throws RangeError for a field that is too long. */
export function encodeDataMessage(message: DataMessage): Buffer {
  const writer = new OctetWriter();
  writeAddresses(writer, message, dataAddressLength);
  writer.int1(message.esmClass).int1(message.registeredDelivery).int1(message.dataCoding);
  writeTlvs(writer, message.tlvs);
  return writer.done();
}

/** Reads a data_sm as a short message, with the same defects. */
export function decodeDataMessage(body: Uint8Array, onDefect?: OnDefect): ShortMessage {
  const reader = new OctetReader(body, onDefect);
  return {
    ...readAddresses(reader, dataAddressLength),
    protocolId: 0,
    priority: 0,
    scheduledAt: '',
    validity: '',
    replaceIfPresent: 0,
    defaultMessage: 0,
    content: new Uint8Array(),
    esmClass: reader.int1('esm_class'),
    registeredDelivery: reader.int1('registered_delivery'),
    dataCoding: reader.int1('data_coding'),
    tlvs: readTlvs(reader),
  };
}

/** The octets of its text: short_message or message_payload (5.3.2.32), of both the longer. */
export function contentOf({ tlvs, content }: ShortMessage): Uint8Array {
  const payload = tlvs.get(tag.messagePayload) ?? content;
  return payload.length > content.length ? payload : content;
}

/** The body of submit_sm_resp, deliver_sm_resp, data_sm_resp and bind_transceiver_resp: one string. */
export const encodeText = (text: string): Buffer => new OctetWriter().cString(text, maxMessageId + 1).done();

/**
 * The message_id of a submit_sm_resp. Empty when it has none that can be kept: SMSCs leave out the body with
 * an error, some always do, and some forget the final zero.
 */
export function decodeMessageId(body: Uint8Array): string {
  const end = body.indexOf(0);
  const octets = end < 0 ? body : body.subarray(0, end);
  return octets.length > maxMessageId ? '' : Buffer.from(octets).toString('latin1');
}

type Addresses = Pick<
  ShortMessage,
  'serviceType' | 'sourceTon' | 'sourceNpi' | 'source' | 'destinationTon' | 'destinationNpi' | 'destination'
>;

function writeAddresses(writer: OctetWriter, message: Addresses, most: number): void {
  writer
    .cString(message.serviceType, 6)
    .int1(message.sourceTon)
    .int1(message.sourceNpi)
    .cString(message.source, most)
    .int1(message.destinationTon)
    .int1(message.destinationNpi)
    .cString(message.destination, most);
}

/** Without anything behind its addresses it says nothing, so that it is refused even where defects are only named. */
function readAddresses(reader: OctetReader, most: number): Addresses {
  const addresses = {
    serviceType: reader.cString(6, 'service_type'),
    sourceTon: reader.int1('source_addr_ton'),
    sourceNpi: reader.int1('source_addr_npi'),
    source: reader.cString(most, 'source_addr'),
    destinationTon: reader.int1('dest_addr_ton'),
    destinationNpi: reader.int1('dest_addr_npi'),
    destination: reader.cString(most, 'destination_addr'),
  };
  if (reader.left === 0) throw new MalformedPdu('it ends within its addresses', invalidMessageLength);
  return addresses;
}

function writeTlvs(writer: OctetWriter, tlvs: Tlvs): void {
  for (const [tag, value] of tlvs) {
    if (value.length > 0xffff) throw new RangeError('an optional parameter has more than 65535 octets');
    writer.int2(tag).int2(value.length).octets(value);
  }
}

function readTlvs(reader: OctetReader): Tlvs {
  const tlvs = new Map<number, Uint8Array>();
  // SMSCs are known to leave stray octets behind the last parameter.
  while (reader.left >= 4) {
    const tag = reader.int2('tag');
    const value = reader.octets(reader.int2('length'), `optional parameter ${tagName(tag)}`);
    tlvs.set(tag, value);
  }
  return tlvs;
}
