// Methods of the contract, in the form that the transport needs.
import {
  type DescMessage,
  type DescMethod,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';

/** A generated method whose request and response types are known. */
export type Method<I extends DescMessage, O extends DescMessage> = DescMethod & { input: I; output: O };

/** A method in the form that the transport needs. */
export interface Wire<In, Out> {
  path: string;
  serialize: (message: In) => Buffer;
  deserialize: (bytes: Buffer) => Out;
}

/** A method's path and encoding. */
export const wireOf = <I extends DescMessage, O extends DescMessage>({
  parent,
  name,
  input,
  output,
}: Method<I, O>): Wire<MessageShape<I>, MessageShape<O>> => ({
  path: `/${parent.typeName}/${name}`,
  serialize: (message) => {
    const bytes = toBinary(input, message);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  },
  deserialize: (bytes) => fromBinary(output, bytes),
});
