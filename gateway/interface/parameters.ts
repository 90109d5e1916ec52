// Fields of a request as parameters of its path and its query.
import { type DescField, ScalarType } from '@bufbuild/protobuf';
import type { TSchema } from 'typebox';
import { Format } from '../../proto/gen/textrelay/v1/interface_pb.ts';
import { invalidRequest } from '../errors/errors.ts';
import { parseInteger } from '../schemas/integers.ts';
import { boundedText, integer, text } from '../schemas/kinds.ts';
import {
  clampedInteger,
  filterText,
  idCursor,
  limitRule,
  needed,
  optionalId,
  optionalWord,
  type Parameter,
  pathAddress,
  pathId,
  pathText,
  readNeeded,
  readText,
  readWord,
  textCursor,
} from '../schemas/parameters.ts';
import { maxAddressLength, requireAddress } from '../schemas/text_rules.ts';
import { describe } from './descriptions.ts';
import { type EnumWords, wordsOf } from './enum_words.ts';
import { isOptional, isWide, propertyOf, propertySchema } from './properties.ts';

const schemaOfField = (field: DescField): TSchema =>
  propertySchema(field, {
    isRequest: true,
    description: describe(field),
    ofMessage: () => unsupported(field),
  });

/** Throws: such a field cannot be a parameter. */
function unsupported(field: DescField): never {
  throw new Error(`${field.parent.typeName}.${field.name} cannot be a parameter`);
}

/** A field in a path. */
export function pathParameter(field: DescField): Parameter<unknown> {
  const { idOf, format, maximum } = propertyOf(field);
  if (idOf !== '') {
    const id = pathId(idOf, describe(field), maximum);
    return isWide(field.scalar) ? id : { ...id, read: (value, name) => Number(id.read(value, name)) };
  }
  if (format === Format.ADDRESS) return pathAddress;
  if (field.scalar === ScalarType.STRING) return pathText(schemaOfField(field));
  return unsupported(field);
}

/** A field in a query. Only required ones must be there; an empty text is as one that was left out where the contract's may be empty. */
export function queryParameter(field: DescField): Parameter<unknown> {
  const { idOf, required, format, maxLength, enum: words } = propertyOf(field);
  if (field.name === 'cursor') return isWide(field.scalar) ? idCursor : textCursor;
  if (field.fieldKind === 'list') return listParameter(field);
  if (field.enum) return wordParameter(field, wordsOf(field.enum));
  if (idOf !== '') return optionalId(idOf, describe(field) ?? '');
  if (format === Format.ADDRESS) return addressParameter(field);
  if (field.scalar === ScalarType.UINT32) return clampedParameter(field);
  if (isWide(field.scalar)) return placeParameter(field);
  if (field.scalar !== ScalarType.STRING) return unsupported(field);
  if (words.length > 0) return optionalWord(words, describe(field) ?? '');
  const schema = schemaOfField(field);
  if (!required && !isOptional(field)) return filterText(schema, maxLength);
  return required
    ? { schema: needed(schema), read: readNeeded }
    : { schema: { ...schema, minLength: 1 }, read: readText };
}

const wordParameter = (field: DescField, words: EnumWords): Parameter<number | undefined> => ({
  schema: schemaOfField(field),
  read(value, name) {
    const given = isOptional(field) ? value : value || undefined;
    const said = readWord(words.all, readText(given, name), name);
    return said === undefined ? undefined : words.valueOf(said);
  },
});

/** An integer out of its range is clamped. */
function clampedParameter(field: DescField): Parameter<number> {
  const { minimum, maximum, default: fallback } = propertyOf(field);
  const rule = {
    min: Number(minimum ?? limitRule.min),
    max: Number(maximum ?? limitRule.max),
    fallback: Number(fallback ?? limitRule.fallback),
  };
  return clampedInteger(rule, describe(field) ?? '');
}

/** A place in a list by its number, out of range clamped; undefined where nothing is said. */
const placeParameter = (field: DescField): Parameter<bigint | undefined> => ({
  schema: integer(0, `${describe(field) ?? ''} Out of range is clamped.`),
  read: (value, name) =>
    value === undefined
      ? undefined
      : BigInt(parseInteger(value, name, { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 })),
});

const addressParameter = (field: DescField): Parameter<string | undefined> => ({
  schema: boundedText(1, maxAddressLength, describe(field) ?? ''),
  read(value, name) {
    const said = readText(value, name);
    return said === undefined ? undefined : requireAddress(said);
  },
});

/** Texts with commas between. */
function listParameter(field: DescField): Parameter<readonly string[]> {
  if (field.scalar !== ScalarType.STRING) return unsupported(field);
  const { minItems = 0, maxItems = Number.MAX_SAFE_INTEGER } = propertyOf(field);
  const described = { ...text(`${describe(field) ?? ''} With commas between.`), minLength: 1 };
  return {
    schema: minItems > 0 ? needed(described) : described,
    read(value, name) {
      const said = readText(value, name)?.split(',') ?? [];
      if (said.length < minItems || said.length > maxItems)
        throw invalidRequest(`${name} must have ${minItems} to ${maxItems} entries`);
      return said;
    },
  };
}
