// Finds the core's ErrorDetail in gRPC's grpc-status-details-bin: a google.rpc.Status whose details are Anys. Only
// the three fields needed are read, so that no generated google.rpc code has to be carried.
import { fromBinary } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { type ErrorDetail, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';

const statusDetails = 3;
const anyTypeUrl = 1;
const anyValue = 2;

/** The first ErrorDetail in an encoded google.rpc.Status; undefined when there is none, or the bytes are broken. */
export function readErrorDetail(status: Uint8Array): ErrorDetail | undefined {
  try {
    const reader = new BinaryReader(status);
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field !== statusDetails) {
        reader.skip(wireType, field);
        continue;
      }
      const detail = readAny(reader.bytes());
      if (detail) return detail;
    }
  } catch {
    // The bytes are no Status; the caller treats the error as unexpected.
  }
  return undefined;
}

function readAny(bytes: Uint8Array): ErrorDetail | undefined {
  const reader = new BinaryReader(bytes);
  let typeUrl = '';
  let value: Uint8Array = new Uint8Array();
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === anyTypeUrl) typeUrl = reader.string();
    else if (field === anyValue) value = reader.bytes();
    else reader.skip(wireType, field);
  }
  return typeUrl.endsWith(`/${ErrorDetailSchema.typeName}`)
    ? fromBinary(ErrorDetailSchema, value)
    : undefined;
}
