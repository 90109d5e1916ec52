// What reads requests and writes answers by their schemas is made when a request first needs it, and not at start: a gateway
// listens sooner, and holds nothing for routes that nobody asks for.
import buildValidators, { type BuildCompilerFromPool } from '@fastify/ajv-compiler';
import buildSerializers, { type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

const validatorsOf = buildValidators();
const serializersOf = buildSerializers();

type Validate = ReturnType<ReturnType<BuildCompilerFromPool>>;
type Serialize = ReturnType<ReturnType<SerializerFactory>>;

/** Fastify's own compilers, for each schema at its first use. */
export const compilersFactory = {
  buildValidator: ((schemas, options) => {
    const compile = validatorsOf(schemas, options);
    return (schema) => {
      let validate: Validate | undefined;
      const read = (input: unknown) => {
        validate ??= compile(schema);
        const isRight = validate(input);
        read.errors = validate.errors;
        return isRight;
      };
      read.errors = undefined as Validate['errors'];
      return read as Validate;
    };
  }) satisfies BuildCompilerFromPool,
  buildSerializer: ((schemas, options) => {
    const compile = serializersOf(schemas, options);
    return (schema) => {
      let serialize: Serialize | undefined;
      return (answer: unknown) => {
        serialize ??= compile(schema);
        return serialize(answer);
      };
    };
  }) satisfies SerializerFactory,
};
