// Messages as bodies of requests: their schemas, and what reads them.
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { type TSchema, Type } from 'typebox';
import { Format } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { invalidRequest } from '../errors/errors.ts';
import { like } from '../schemas/example.ts';
import { readInstant } from '../schemas/instants.ts';
import { nullable } from '../schemas/kinds.ts';
import { requireAddress, requireText } from '../schemas/text_rules.ts';
import { describe } from './descriptions.ts';
import { wordsOf } from './enum_words.ts';
import {
  isOptional,
  isTimestamp,
  isWide,
  listIn,
  propertyOf,
  propertySchema,
  schemaOf,
} from './properties.ts';

/** Reads a value that fits the schema. Throws a Refusal that names the field. */
type Read = (value: never, name: string) => unknown;

/** Fields of a message as an object of JSON. */
export interface Body {
  schema: TSchema;
  /** The fields of the message, by the names that generated code has for them. */
  read: (body: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

interface Described {
  title: string;
  description: string | undefined;
  example?: string;
  /** Whether other names are refused. */
  isClosed?: boolean;
}

/** The body that holds `fields`. */
export function bodyOf(fields: readonly DescField[], described: Described): Body {
  const { title, description, example, isClosed } = described;
  const parts = fields.map((field) => ({
    name: field.name,
    field,
    schema: requestSchema(field),
    read: readerOf(field) as (value: unknown, name: string) => unknown,
  }));
  const plain = Type.Object(Object.fromEntries(parts.map(({ name, schema }) => [name, schema])), {
    title,
    ...(description !== undefined && { description }),
    ...(isClosed && { additionalProperties: false }),
  });
  return {
    schema: example ? like(plain, JSON.parse(example)) : plain,
    read(body) {
      const values: Record<string, unknown> = {};
      for (const { name, field, read } of parts) {
        const value = body[name];
        if (value != null) setField(values, field, read(value, name));
      }
      return values;
    },
  };
}

/** Throws INVALID_REQUEST for a second one of fields that exclude each other. */
function setField(values: Record<string, unknown>, { oneof, localName }: DescField, value: unknown): void {
  if (!oneof) {
    values[localName] = value;
    return;
  }
  if (values[oneof.localName] !== undefined) {
    const names = oneof.fields.map(({ name }) => name);
    throw invalidRequest(`only one of ${names.join(' and ')} may be given`);
  }
  values[oneof.localName] = { case: localName, value };
}

/** The body that a message is, with all its fields. */
export const nestedBody = (message: DescMessage): Body => {
  const { title, requestTitle, example, closed } = schemaOf(message);
  return bodyOf(message.fields, {
    title: requestTitle || title || message.name,
    description: describe(message),
    example,
    isClosed: closed,
  });
};

const isRequired = (field: DescField): boolean => {
  const { required, minItems = 0 } = propertyOf(field);
  if (required !== undefined) return required;
  const canBeAbsent =
    isOptional(field) || field.oneof || field.fieldKind === 'list' || field.fieldKind === 'message';
  return minItems > 0 || !canBeAbsent;
};

function requestSchema(field: DescField): TSchema {
  const made = propertySchema(field, {
    isRequest: true,
    description: describe(field),
    ofMessage: (message) => nestedBody(message).schema,
  });
  const { enum: words } = made as { enum?: readonly string[] };
  const isNull = propertyOf(field).nullable;
  const valued = isNull ? nullable(words ? { ...made, enum: [...words, null] } : made) : made;
  return isRequired(field) ? valued : Type.Optional(valued);
}

function readerOf(field: DescField): Read {
  const item = itemReader(field) as (value: unknown, name: string) => unknown;
  if (field.fieldKind !== 'list') return item;
  return (values: readonly unknown[], name) => values.map((value) => item(value, name));
}

function itemReader(field: DescField): Read {
  if (field.enum) return wordsOf(field.enum).valueOf;
  if (isTimestamp(field.message)) return readInstant;
  if (field.message) {
    const list = listIn(field.message);
    if (!list) {
      const { read } = nestedBody(field.message);
      return (value: Record<string, unknown>) => read(value);
    }
    const read = readerOf(list) as (value: unknown, name: string) => unknown;
    return (values: readonly unknown[], name) => ({ [list.localName]: read(values, name) });
  }
  if (isWide(field.scalar)) return (value: number) => BigInt(value);
  if (field.scalar !== ScalarType.STRING) return (value: unknown) => value;
  return propertyOf(field).format === Format.ADDRESS ? (value: string) => requireAddress(value) : requireText;
}
