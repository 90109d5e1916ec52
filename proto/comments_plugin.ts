// A plugin of `buf generate`: writes the comments of the contract as a module, because descriptors have none. The gateway describes the
// JSON interface by them. Only services that HTTP reaches are written, and messages that say how they are shown: handlers by hand need
// them as well.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  create,
  createFileRegistry,
  type DescMessage,
  type DescMethod,
  fromBinary,
  toBinary,
} from '@bufbuild/protobuf';
import {
  CodeGeneratorRequestSchema,
  CodeGeneratorResponse_Feature,
  CodeGeneratorResponseSchema,
  type FileDescriptorProto,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

/** The numbers of the lists in a file's descriptor, which the paths of comments are made of (descriptor.proto). */
const lists = { messages: 4, enums: 5, services: 6 } as const;
const inMessage = { fields: 2, messages: 3 } as const;
const methods = 2;
const values = 2;

/** google.api.http, read by its number: no generated code can be needed to generate. */
const httpNumber = 72_295_728;
/** The option of messages that says how they are shown, likewise. */
const schemaNumber = 50_004;
const hasOption = ({ proto }: DescMethod | DescMessage, number: number) =>
  proto.options?.$unknown?.some(({ no }) => no === number) === true;

const stdin = 0;
const stdout = 1;
const request = fromBinary(CodeGeneratorRequestSchema, readFileSync(stdin));
const said = new Map(request.protoFile.flatMap((file) => [...commentsOf(file)]));
const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: request.protoFile }));

/** The comments of a file by the full names of what they stand at. */
function commentsOf(file: FileDescriptorProto): Map<string, string> {
  const byPath = new Map(
    file.sourceCodeInfo?.location.map(({ path, leadingComments }) => [path.join('.'), leadingComments]),
  );
  const found = new Map<string, string>();
  const take = (name: string, path: readonly number[]) => {
    const comment = byPath.get(path.join('.'));
    if (comment) found.set(name, foldLines(comment));
  };
  const takeMessages = (
    messages: FileDescriptorProto['messageType'],
    scope: string,
    path: readonly number[],
  ) => {
    for (const [index, message] of messages.entries()) {
      const own = [...path, index];
      const name = `${scope}.${message.name}`;
      take(name, own);
      for (const [at, field] of message.field.entries())
        take(`${name}.${field.name}`, [...own, inMessage.fields, at]);
      takeMessages(message.nestedType, name, [...own, inMessage.messages]);
    }
  };
  takeMessages(file.messageType, file.package, [lists.messages]);
  for (const [index, { name, value }] of file.enumType.entries())
    for (const [at, { name: of }] of value.entries())
      take(`${file.package}.${name}.${of}`, [lists.enums, index, values, at]);
  for (const [index, { name, method }] of file.service.entries())
    for (const [at, { name: of }] of method.entries())
      take(`${file.package}.${name}.${of}`, [lists.services, index, methods, at]);
  return found;
}

/** Lines as one, paragraphs apart. */
function foldLines(comment: string): string {
  return comment
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .join('\n\n')
    .trim();
}

const written: Record<string, string> = {};
const write = (name: string) => {
  const comment = said.get(name);
  if (comment !== undefined) written[name] = comment;
};
function writeMessage(message: DescMessage) {
  if (message.typeName in written || message.typeName.startsWith('google.')) return;
  write(message.typeName);
  for (const field of message.fields) {
    write(`${message.typeName}.${field.name}`);
    if (field.message) writeMessage(field.message);
  }
}
for (const desc of registry) {
  // Codes of errors are described with the interface.
  if (desc.kind === 'enum' && desc.name === 'ErrorCode')
    for (const { name } of desc.values) write(`${desc.typeName}.${name}`);
  if (desc.kind === 'message' && hasOption(desc, schemaNumber)) writeMessage(desc);
  if (desc.kind === 'service' && desc.methods.some((method) => hasOption(method, httpNumber)))
    for (const method of desc.methods) {
      if (hasOption(method, httpNumber)) write(`${desc.typeName}.${method.name}`);
      writeMessage(method.input);
      writeMessage(method.output);
    }
}

const entries = Object.entries(written).map(
  ([name, comment]) => `  ${JSON.stringify(name)}: ${JSON.stringify(comment)},\n`,
);
const content = `// Generated from the contract by npm run generate.

/** Comments of services that HTTP reaches, and of their messages, by full names. */
export const comments: Readonly<Record<string, string>> = {
${entries.join('')}};
`;
const response = create(CodeGeneratorResponseSchema, {
  supportedFeatures: BigInt(CodeGeneratorResponse_Feature.PROTO3_OPTIONAL),
  file: [{ name: 'comments.ts', content }],
});
writeFileSync(stdout, toBinary(CodeGeneratorResponseSchema, response));
