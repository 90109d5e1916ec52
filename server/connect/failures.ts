// One place turns what was thrown into the caller's answer: the public code in an ErrorDetail, a gRPC status next
// to it, and nothing of an error of our own.
import { create, getOption } from '@bufbuild/protobuf';
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { codeFromString } from '@connectrpc/connect/protocol-connect';
import {
  ErrorCode,
  ErrorCodeSchema,
  type ErrorDetail,
  ErrorDetailSchema,
  error,
} from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Log } from '../../runtime/log.ts';
import { Refusal, type RefusalCode, unavailable } from '../errors.ts';
import { DatabaseUnavailable, isLockTimeout } from '../store/postgres/driver.ts';

/** The gRPC statuses that go with HTTP's. */
const statuses: Readonly<Record<number, Code>> = {
  400: Code.InvalidArgument,
  401: Code.Unauthenticated,
  402: Code.FailedPrecondition,
  403: Code.PermissionDenied,
  404: Code.NotFound,
  409: Code.FailedPrecondition,
  410: Code.FailedPrecondition,
  429: Code.ResourceExhausted,
  502: Code.Aborted,
  503: Code.Unavailable,
};

/** Each refusal as callers read it: the public code, and the gRPC status that comes nearest to it. */
const codes = new Map(
  ErrorCodeSchema.values.map((value) => {
    const { status, grpcStatus } = getOption(value, error);
    const own = grpcStatus === '' ? undefined : codeFromString(grpcStatus);
    return [
      value.localName.toLowerCase(),
      { code: value.number as ErrorCode, status: own ?? statuses[status] },
    ] as const;
  }),
);

/** Of a refusal. Each has one: they are the names of the codes. */
const codeOf = (code: RefusalCode) =>
  codes.get(code) ?? { code: ErrorCode.UNAVAILABLE, status: Code.Unavailable };

/** An error as a refusal. One of our own is logged, and answered as unavailable. */
function toRefusal(error: unknown, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  if (!(error instanceof DatabaseUnavailable || isLockTimeout(error))) {
    const { name, message, stack } = error instanceof Error ? error : new Error('something was thrown');
    log.error({ fault: { name, message, stack } }, 'an unexpected error');
  }
  return unavailable('the service cannot answer right now; try again shortly');
}

const detailOf = ({ code, message, retryAfterSeconds, isUntouched, fields }: Refusal): ErrorDetail =>
  create(ErrorDetailSchema, {
    code: codeOf(code).code,
    message,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    untouched: isUntouched,
    fields: [...fields],
  });

/** The caller's answer for what was thrown. */
export const toErrorDetail = (error: unknown, log: Log): ErrorDetail => detailOf(toRefusal(error, log));

/** An error as a ConnectError with its detail. */
export function toConnectError(error: unknown, log: Log): ConnectError {
  if (error instanceof ConnectError) return error;
  const refusal = toRefusal(error, log);
  return new ConnectError(refusal.message, codeOf(refusal.code).status ?? Code.Unknown, undefined, [
    { desc: ErrorDetailSchema, value: detailOf(refusal) },
  ]);
}

/** Turns what a handler throws into a ConnectError with its detail. */
export const failureInterceptor =
  (log: Log): Interceptor =>
  (next) =>
  async (request) => {
    try {
      return await next(request);
    } catch (error) {
      throw toConnectError(error, log);
    }
  };
