// Frames of the link as bytes: one protobuf message a frame, either way. The core alone splits a text, so that its parts are as
// many as it charged and counted.

import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import type { JobSchema } from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import {
  type AgentFrame,
  AgentFrameSchema,
  CoreFrameSchema,
} from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { encodings, toTimestamp } from '../../connect/proto_values.ts';
import { type ReferenceBits, splitText } from '../../domain/messages/text.ts';
import { ProtocolError } from '../reports.ts';

/** Largest frame, either way. */
export const maxFrameBytes = 64 * 1024;

/** A frame of the core. */
export type CoreMessage = NonNullable<MessageInitShape<typeof CoreFrameSchema>['frame']>;

export const encodeFrame = (frame: CoreMessage): Uint8Array =>
  toBinary(CoreFrameSchema, create(CoreFrameSchema, { frame }));

/** Reads what an agent says. Throws ProtocolError for bytes that are no frame. */
export function decodeFrame(data: Buffer): AgentFrame {
  try {
    return fromBinary(AgentFrameSchema, data, { readUnknownFields: false });
  } catch {
    throw new ProtocolError('a frame cannot be read');
  }
}

/** A text for a device. */
export interface LinkJob {
  id: bigint;
  attempt: number;
  /** Names the text for ever; null for one from before there were identities. */
  identity: string | null;
  addressNorm: string;
  body: string;
  /** The slot of the SIM that it must leave through. */
  sim: number;
  expiresAtMs: number;
  /** The span that hands it over; empty or left out for none. */
  traceParent?: string;
}

/** The frame that hands a text over. `referenceBits` is the width of the reference that ties its parts together. */
export function toJobFrame(
  { id, attempt, identity, addressNorm, body, sim, expiresAtMs, traceParent = '' }: LinkJob,
  referenceBits: ReferenceBits,
): MessageInitShape<typeof JobSchema> {
  const { encoding, parts } = splitText(body, referenceBits);
  return {
    messageId: id,
    attempt,
    identity: identity ?? '',
    address: addressNorm,
    body,
    expiresAt: toTimestamp(expiresAtMs),
    encoding: encodings[encoding],
    parts,
    referenceBits,
    sim,
    traceParent,
  };
}
