// Messages as bodies of requests: their schemas, and what reads them.
import type { DescField, DescMessage, Message, MessageShape } from '@bufbuild/protobuf';
import { ScalarType } from '@bufbuild/protobuf';
import { type TSchema, Type } from 'typebox';
import { Format } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { memoised } from '../../runtime/memoised.ts';
import { invalidRequest } from '../errors/errors.ts';
import { like } from '../schemas/example.ts';
import { readInstant } from '../schemas/instants.ts';
import { nullable } from '../schemas/kinds.ts';
import { requireAddress, requireText } from '../schemas/text_rules.ts';
import { describe, describeNullable } from './descriptions.ts';
import { wordsOf } from './enum_words.ts';
import {
  isFilledIn,
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
  /** The fields of the message, by the names that generated code has for them. Errors call a field by `within` and its name. */
  read: (body: Readonly<Record<string, unknown>>, within?: string) => Record<string, unknown>;
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
    read(body, within = '') {
      const values: Record<string, unknown> = {};
      for (const { name, field, read } of parts) {
        const value = body[name];
        if (value != null) setField(values, field, read(value, within + name));
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

/** The body that a message is, with all its fields. Its schema and its reader are asked for apart. */
export const nestedBody: (message: DescMessage) => Body = memoised((message) => {
  const { title, requestTitle, example, closed } = schemaOf(message);
  return bodyOf(message.fields, {
    title: requestTitle || title || message.name,
    description: describe(message),
    example,
    isClosed: closed,
  });
});

/** A message as a body, for handlers that are written by hand. */
export function requestBody<Desc extends DescMessage>(message: Desc) {
  const { schema, read } = bodyOf(
    message.fields.filter((field) => !isFilledIn(field)),
    { title: titleOfRequest(message), description: describe(message) },
  );
  return { schema, read: read as (body: unknown) => Omit<MessageShape<Desc>, keyof Message> };
}

export const titleOfRequest = (message: DescMessage): string =>
  schemaOf(message).title || message.name.replace(/Request$/, '');

const isRequired = (field: DescField): boolean => {
  const { required, minItems = 0 } = propertyOf(field);
  if (required !== undefined) return required;
  const isSingle = field.fieldKind === 'scalar' || field.fieldKind === 'enum';
  return minItems > 0 || !(isOptional(field) || field.oneof || !isSingle);
};

function requestSchema(field: DescField): TSchema {
  const isNull = propertyOf(field).nullable;
  const made = propertySchema(field, {
    isRequest: true,
    description: isNull ? describeNullable(field) : describe(field),
    ofMessage: (message) => nestedBody(message).schema,
  });
  const valued = isNull ? nullable(made) : made;
  return isRequired(field) ? valued : Type.Optional(valued);
}

function readerOf(field: DescField): Read {
  const item = itemReader(field) as (value: unknown, name: string) => unknown;
  if (field.fieldKind !== 'list') return item;
  return (values: readonly unknown[], name) => values.map((value) => item(value, name));
}

/** Texts by their names, which are anybody's as well. */
function readMap(values: Readonly<Record<string, string>>, name: string) {
  for (const [key, value] of Object.entries(values)) {
    requireText(key, `a name in ${name}`);
    requireText(value, `a value in ${name}`);
  }
  return values;
}

function itemReader(field: DescField): Read {
  if (field.fieldKind === 'map') return readMap;
  if (field.enum) return wordsOf(field.enum).valueOf;
  if (isTimestamp(field.message)) return readInstant;
  if (field.message) {
    const list = listIn(field.message);
    if (!list) {
      const { read } = nestedBody(field.message);
      const step = field.fieldKind === 'list' ? '[].' : '.';
      return (value: Record<string, unknown>, name: string) => read(value, name + step);
    }
    const read = readerOf(list) as (value: unknown, name: string) => unknown;
    return (values: readonly unknown[], name) => ({ [list.localName]: read(values, name) });
  }
  if (isWide(field.scalar)) return (value: number) => BigInt(value);
  if (field.scalar !== ScalarType.STRING) return (value: unknown) => value;
  const { format } = propertyOf(field);
  if (format === Format.JSON) return writeJson;
  return format === Format.ADDRESS ? (value: string) => requireAddress(value) : requireText;
}

/** Throws INVALID_REQUEST for an object that is nested too deeply to be written down. */
function writeJson(value: object, name: string): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalidRequest(`${name} must not be nested so deeply`);
  }
}
