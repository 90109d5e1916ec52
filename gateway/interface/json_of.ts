// The type that a derived answer has in JSON.
import type { Message } from '@bufbuild/protobuf';
import type { Timestamp } from '@bufbuild/protobuf/wkt';

type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${Snake<Tail>}`
    : `_${Lowercase<Head>}${Snake<Tail>}`
  : Name;

/** An enum is a few numbers of the contract, and a word in JSON. */
type Value<T> = T extends undefined
  ? null
  : T extends bigint
    ? number
    : T extends Timestamp
      ? string
      : T extends readonly (infer Item)[]
        ? Value<Item>[]
        : T extends Message
          ? JsonOf<T>
          : T extends number
            ? number extends T
              ? number
              : string
            : T;

/** A message as its answer. What may be absent is null, unless its option leaves it out. */
export type JsonOf<M> = {
  [Name in keyof M as Name extends '$typeName' | '$unknown' ? never : Snake<Name & string>]-?: Value<M[Name]>;
};
