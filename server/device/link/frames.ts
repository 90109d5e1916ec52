// Frames of the link as bytes: one protobuf message a frame, either way.
import { create, fromBinary, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  type AgentFrame,
  AgentFrameSchema,
  CoreFrameSchema,
} from '../../../proto/gen/textrelay/v1/device_link_pb.ts';
import { ProtocolError } from '../reports.ts';

/** Largest frame, either way. */
export const maxFrameBytes = 64 * 1024;

/** What the core says. */
export type CoreMessage = NonNullable<MessageInitShape<typeof CoreFrameSchema>['frame']>;

export const encodeFrame = (frame: CoreMessage): Uint8Array =>
  toBinary(CoreFrameSchema, create(CoreFrameSchema, { frame }));

/** Reads what an agent says. Throws ProtocolError for bytes that are no frame. */
export function decodeFrame(data: Buffer): AgentFrame {
  try {
    return fromBinary(AgentFrameSchema, data, { readUnknownFields: false });
  } catch {
    throw new ProtocolError('a frame that cannot be read');
  }
}
