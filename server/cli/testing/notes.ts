// What the fake core was asked, and its refusals.
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorCode, ErrorDetailSchema } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { accountId, platformKey } from './samples.ts';

/** The requests so far: the RPC's name, then the request's own fields. */
export type Asked = [string, Record<string, unknown>][];

/** Refuses as the real core does: the public code and sentence in a detail. */
export function refuse(code: ErrorCode, message: string): never {
  const detail = create(ErrorDetailSchema, { code, message });
  throw new ConnectError('refused', Code.NotFound, undefined, [{ desc: ErrorDetailSchema, value: detail }]);
}

/** Notes each request, and refuses what is not there as the real core does. */
export const createNotes = (asked: Asked) => {
  const note = (name: string, request: { $typeName: string }) => {
    const { $typeName, ...fields } = request;
    asked.push([name, fields]);
    if (/Platform/.test(name) && 'id' in fields && fields.id !== platformKey.id)
      refuse(ErrorCode.NOT_FOUND, 'platform key not found');
    if ('accountId' in fields && fields.accountId !== accountId)
      refuse(ErrorCode.NOT_FOUND, 'account not found');
  };
  const noted = <T>(name: string, request: { $typeName: string }, answer: T): T => {
    note(name, request);
    return answer;
  };
  return { note, noted };
};

/** What was asked, and how it is answered. */
export type Notes = ReturnType<typeof createNotes>;
