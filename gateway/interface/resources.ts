// Messages as answers: their schemas, and what renders them.
import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { type TSchema, type TUnsafe, Type } from 'typebox';
import { Format } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { memoised } from '../../runtime/memoised.ts';
import { knownWord } from '../errors/known_word.ts';
import { like } from '../schemas/example.ts';
import { toNumber } from '../schemas/integers.ts';
import { nullable } from '../schemas/kinds.ts';
import { missing, renderInstant } from '../schemas/resource.ts';
import { describe, describeNullable } from './descriptions.ts';
import { wordsOf } from './enum_words.ts';
import type { JsonOf } from './json_of.ts';
import {
  isOptional,
  isTimestamp,
  isWide,
  listIn,
  propertyOf,
  propertySchema,
  schemaOf,
} from './properties.ts';

type Render = (value: never) => unknown;

/** A message as an answer. */
export interface Resource {
  Shape: TSchema;
  render: (message: Message | undefined) => unknown;
}

/** Resources that do more than pass fields on, by the names of their messages. */
export type OwnResources = Readonly<Record<string, { Shape: TSchema; render: (message: never) => unknown }>>;

/** Makes the resources of messages, each once; `own` are those that are made by hand. */
export function createResources(own: OwnResources = {}): (message: DescMessage) => Resource {
  const byHand = own as Readonly<Record<string, Resource>>;
  const resourceOf: (message: DescMessage) => Resource = memoised(
    (message) => byHand[message.typeName] ?? makeResource(message, resourceOf),
  );
  return resourceOf;
}

const derived = createResources();

/** One message as an answer with the type that it has in JSON, for handlers that are written by hand. */
export function resource<M extends Message>(desc: GenMessage<M>) {
  const { Shape, render } = derived(desc);
  return {
    Shape: Shape as TUnsafe<JsonOf<M>> & { properties: Record<keyof JsonOf<M>, TSchema> },
    /** Throws for a resource that is not there. */
    render: render as (message: M | undefined) => JsonOf<M>,
  };
}

function makeResource(message: DescMessage, resourceOf: (of: DescMessage) => Resource): Resource {
  const shown = message.fields.filter((field) => !propertyOf(field).internal);
  const fields = shown.map((field) => ({
    name: field.name,
    key: field.localName,
    schema: answerSchema(field, resourceOf),
    isOmitted: propertyOf(field).omitted,
    isNull: isNullable(field),
    render: rendererOf(field, resourceOf) as (value: unknown) => unknown,
  }));
  const { example } = schemaOf(message);
  const plain = Type.Object(
    Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    describeResource(message),
  );
  const render = (from: Message | undefined) => {
    if (from === undefined) return missing();
    const rendered: Record<string, unknown> = {};
    for (const { name, key, isOmitted, isNull, render } of fields) {
      const value = (from as unknown as Record<string, unknown>)[key];
      if (value !== undefined) rendered[name] = render(value);
      else if (isNull) rendered[name] = null;
      else if (!isOmitted) missing();
    }
    return rendered;
  };
  return { Shape: example === '' ? plain : like(plain, JSON.parse(example)), render };
}

const isNullable = (field: DescField): boolean => {
  const { nullable, omitted } = propertyOf(field);
  return nullable || (isOptional(field) && !omitted);
};

/** Where a list goes on is a text, whatever the core counts by. */
const isCursor = ({ name }: DescField) => name === 'next_cursor';

function answerSchema(field: DescField, resourceOf: (of: DescMessage) => Resource): TSchema {
  const isNull = isNullable(field);
  const description = isNull ? describeNullable(field) : describe(field);
  const asked = { isRequest: false, description, ofMessage: (of: DescMessage) => resourceOf(of).Shape };
  const made = isCursor(field) ? Type.String({ description }) : propertySchema(field, asked);
  if (isNull) return nullable(made);
  return propertyOf(field).omitted ? Type.Optional(made) : made;
}

function rendererOf(field: DescField, resourceOf: (of: DescMessage) => Resource): Render {
  if (field.fieldKind === 'list') {
    const item = itemRenderer(field, resourceOf) as (value: unknown) => unknown;
    return (values: readonly unknown[]) => values.map(item);
  }
  if (isCursor(field)) return (value: bigint | string) => String(value);
  return itemRenderer(field, resourceOf);
}

function itemRenderer(field: DescField, resourceOf: (of: DescMessage) => Resource): Render {
  const { enum: words, format } = propertyOf(field);
  if (field.enum) return wordsOf(field.enum).of;
  if (isTimestamp(field.message)) return (value: Timestamp) => renderInstant(value);
  if (field.message) {
    const list = listIn(field.message);
    if (list) {
      const render = rendererOf(list, resourceOf) as (value: unknown) => unknown;
      return (value: Record<string, unknown>) => render(value[list.localName]);
    }
    return resourceOf(field.message).render;
  }
  if (isWide(field.scalar)) return toNumber;
  if (words.length > 0) return (value: string) => knownAmong(words, value);
  if (format === Format.JSON) return (value: string) => JSON.parse(value);
  return (value: unknown) => value;
}

/** A word that the core of another version says is `other` where there is such a word. */
const knownAmong = (words: readonly string[], said: string) =>
  words.includes(said) || words.includes('other') ? knownWord(words, said) : missing();

/** Answers that hold a resource and nothing else have one title, and no description of their own. */
function describeResource(message: DescMessage): { title: string; description?: string } {
  const { title } = schemaOf(message);
  const { name, fields } = message;
  const [first, second] = fields;
  const holds = name.endsWith('Response') ? first?.message?.name : undefined;
  if (title === '' && holds && fields.length === 1 && first?.fieldKind === 'message')
    return { title: `One${holds}` };
  const isPage = fields.length === 2 && first?.fieldKind === 'list' && second && isCursor(second);
  const own = holds && isPage ? `${holds}Page` : name.replace(/Response$/, 'Answer');
  const description = describe(message);
  return { title: title || own, ...(description !== undefined && { description }) };
}
