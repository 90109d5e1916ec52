// A text as a device gets it. The core alone splits, so that the parts are as many as it charged and counted.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { JobSchema } from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { encodings, toTimestamp } from '../../connect/proto_values.ts';
import { type ReferenceBits, splitText } from '../../domain/text.ts';

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
}

/** The frame that hands a text over. `referenceBits` is the width of the reference that ties its parts together. */
export function toJobFrame(
  { id, attempt, identity, addressNorm, body, sim, expiresAtMs }: LinkJob,
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
  };
}
