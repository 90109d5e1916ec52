// A field of the contract as a JSON Schema, without whether it may be absent.
import { type DescField, type DescMessage, getOption, ScalarType } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { type TSchema, Type } from 'typebox';
import {
  Format,
  type Property,
  property,
  type Schema,
  schema,
} from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { BrowserSchema } from '../../proto/gen/textrelay/v1/user_service_pb.ts';
import { memoised } from '../../runtime/memoised.ts';
import { like } from '../schemas/example.ts';
import { maxInstantLength } from '../schemas/instants.ts';
import { decidedByCore, englishMark, extension, instant } from '../schemas/kinds.ts';
import { wordsOf } from './enum_words.ts';

// An option is decoded each time that it is asked for.
export const propertyOf = memoised((field: DescField): Property => getOption(field, property));
export const schemaOf = memoised((message: DescMessage): Schema => getOption(message, schema));

/** Whether the gateway fills in a field of a request: for whom it asks, and with which browser. Others of gRPC alone stay empty. */
export const isFilledIn = (field: DescField): boolean =>
  ['account_id', 'api_key', 'admitted_key'].includes(field.name) ||
  field.message?.typeName === BrowserSchema.typeName ||
  propertyOf(field).internal;

/** Whether the contract says that a field may be absent. */
export const isOptional = (field: DescField): boolean => field.proto.proto3Optional;

export const isTimestamp = (message: DescMessage | undefined): boolean =>
  message?.typeName === TimestampSchema.typeName;

/** The field that a message stands for, where it is a list by its option. */
export const listIn = (message: DescMessage): DescField | undefined =>
  schemaOf(message).list ? message.fields[0] : undefined;

const maxUint32 = 2 ** 32 - 1;
const wide: ReadonlySet<ScalarType> = new Set([
  ScalarType.INT64,
  ScalarType.UINT64,
  ScalarType.SINT64,
  ScalarType.FIXED64,
]);
const ofIntegers: ReadonlySet<ScalarType> = new Set([...wide, ScalarType.UINT32, ScalarType.INT32]);

export const isWide = (scalar: ScalarType | undefined): boolean => scalar !== undefined && wide.has(scalar);

/** What messages become, where they are neither instants nor lists. */
type OfMessage = (message: DescMessage) => TSchema;

interface Asked {
  /** A request's values are held to their rules; an answer's are only described. */
  isRequest: boolean;
  ofMessage: OfMessage;
  description?: string | undefined;
}

const defined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const textRules = ({ minLength, maxLength, pattern }: Property) =>
  defined({ minLength, maxLength, pattern: pattern || undefined });

function integerSchema(field: DescField, rules: Property, isRequest: boolean): TSchema {
  const least = rules.idOf !== '' || field.name === 'id' || field.name.endsWith('_id') ? 1 : 0;
  // An answer's number may grow without a change to the document.
  const most = isRequest && !isWide(field.scalar) ? maxUint32 : Number.MAX_SAFE_INTEGER;
  return Type.Integer({
    format: 'int64',
    minimum: Number(rules.minimum ?? least),
    maximum: Number(rules.maximum ?? most),
  });
}

function textSchema(rules: Property): TSchema {
  if (rules.format === Format.JSON) return Type.Unsafe({ type: 'object', additionalProperties: true });
  const made: TSchema =
    rules.enum.length > 0
      ? Type.Unsafe({ type: 'string', enum: [...rules.enum] })
      : Type.String({
          ...textRules(rules),
          ...(rules.format === Format.URI && { format: 'uri' }),
          ...(rules.format === Format.SENTENCE && { [englishMark]: true }),
        });
  return rules.decidedByCore ? decidedByCore(made, textRules(rules.decidedByCore)) : made;
}

/** A single value, or one of a list. */
function itemSchema(field: DescField, { isRequest, ofMessage }: Asked): TSchema {
  const rules = propertyOf(field);
  if (field.fieldKind === 'map')
    return Type.Unsafe({ type: 'object', additionalProperties: { type: 'string' } });
  if (field.enum) return Type.Unsafe({ type: 'string', enum: [...wordsOf(field.enum).all] });
  if (isTimestamp(field.message))
    return isRequest ? Type.String({ minLength: 1, maxLength: maxInstantLength }) : instant('');
  if (field.message) return ofMessage(field.message);
  if (field.scalar === ScalarType.BOOL) return Type.Boolean();
  if (field.scalar === ScalarType.STRING) return textSchema(rules);
  if (field.scalar !== undefined && ofIntegers.has(field.scalar))
    return integerSchema(field, rules, isRequest);
  return Type.Number();
}

/** A field's schema, with its description, its example and its marks. */
export function propertySchema(field: DescField, asked: Asked): TSchema {
  const rules = propertyOf(field);
  const { minItems, maxItems } = rules;
  const list = field.message && !isTimestamp(field.message) ? listIn(field.message) : undefined;
  if (list) return describedSchema(field, propertySchema(list, asked), asked);
  const item = itemSchema(field, asked);
  const made = field.fieldKind === 'list' ? Type.Array(item, defined({ minItems, maxItems })) : item;
  return describedSchema(field, made, asked);
}

function describedSchema(field: DescField, made: TSchema, { description }: Asked): TSchema {
  const rules = propertyOf(field);
  // A titled schema is described where it is defined.
  const isTitled = 'title' in made;
  const described = isTitled || description === undefined ? made : { ...made, description };
  const marked = rules.extension ? extension(described) : described;
  return rules.example === '' ? marked : like(marked, JSON.parse(rules.example));
}
