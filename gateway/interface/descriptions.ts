// What the contract's comments say, for readers of JSON.
import type { DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import { comments } from '../../proto/gen/comments.ts';
import { ErrorCode } from '../../proto/gen/textrelay/v1/error_pb.ts';

/** The comment at a method, a message or a field, with codes as JSON has them. Undefined without one. */
export function describe(what: DescField | DescMessage | DescMethod): string | undefined {
  const name = what.kind === 'message' ? what.typeName : `${what.parent.typeName}.${what.name}`;
  return comments[name]?.replace(/\b[A-Z]+(?:_[A-Z]+)+\b/g, (word) =>
    word in ErrorCode ? `\`${word.toLowerCase()}\`` : word,
  );
}

/** The same of a field that is null where the contract's is absent. */
export const describeNullable = (field: DescField): string | undefined =>
  describe(field)
    ?.replace(/\bAbsent\b/g, 'Null')
    .replace(/(?<!`)\babsent\b/g, 'null');

/** The first paragraph of a method's comment, and the rest of it. */
export function describeMethod(method: DescMethod): { summary: string; description: string | undefined } {
  const [summary = '', ...rest] = (describe(method) ?? '').split('\n\n');
  return { summary, description: rest.length > 0 ? rest.join('\n\n') : undefined };
}
