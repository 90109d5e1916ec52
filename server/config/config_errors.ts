// The errors of a part of a configuration file, in sentences with the place. No sentence quotes a value: it may
// be a secret.
import type { Static, TObject, TSchema } from 'typebox';
import { Value } from 'typebox/value';

const typeWords: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

type SchemaError = ReturnType<typeof Value.Errors>[number];

/** `/tls/ca/0` below `carriers[1]` as `carriers[1].tls.ca[0]`. */
const placeOf = (place: string, pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : `${path}.${step}`), place);

/** The sentences of one error that the schema check found; none where another error says the same better. */
function describe(error: SchemaError, place: string, all: readonly SchemaError[]): string[] {
  const at = placeOf(place, error.instancePath);
  switch (error.keyword) {
    case 'required':
      return error.params.requiredProperties.map((name) => `${at}.${name} is missing`);
    case 'additionalProperties':
      return error.params.additionalProperties.map((name) => `${at}.${name} is not known`);
    case 'type': {
      const types = [error.params.type].flat();
      return [`${at} must be ${types.map((type) => typeWords[type] ?? type).join(' or ')}`];
    }
    case 'enum':
      return [`${at} must be one of ${error.params.allowedValues.join(', ')}`];
    case 'anyOf': {
      const values = all.flatMap((other) =>
        other.keyword === 'const' && other.instancePath === error.instancePath
          ? [String(other.params.allowedValue)]
          : [],
      );
      return [`${at} ${values.length > 0 ? `must be one of ${values.join(', ')}` : 'has none of its forms'}`];
    }
    // A property that must not be there: said by additionalProperties.
    case 'boolean':
      return [];
    default:
      return [`${at} ${error.message}`];
  }
}

function errorsOfValue(schema: TSchema, value: unknown, place: string): string[] {
  const all = Value.Errors(schema, value);
  // Errors of each of several forms are left out: the form that was meant is not known.
  const causes = all.filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'));
  return causes.flatMap((error) => describe(error, place, all));
}

/** Every error of an object, its properties judged one by one; properties that the schema does not name are errors. */
export function errorsOfObject(schema: TObject, value: Record<string, unknown>, place: string): string[] {
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties, name));
  const errors = Object.entries(schema.properties).flatMap(([name, property]) => {
    if (Object.hasOwn(value, name)) return errorsOfValue(property, value[name], `${place}.${name}`);
    return schema.required?.includes(name) ? [`${place}.${name} is missing`] : [];
  });
  return [...unknown.map((name) => `${place}.${name} is not known`), ...errors];
}

/** The object with the schema's defaults in the places that are empty. */
export const withDefaults = <Schema extends TObject>(schema: Schema, value: object): Static<Schema> =>
  Value.Default(schema, structuredClone(value)) as Static<Schema>;
