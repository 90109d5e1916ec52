// One place turns what was thrown into what a caller is told: the public code in an ErrorDetail, a gRPC status next
// to it, and no word of anything that is our own fault.
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { ErrorCode, type ErrorDetail, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Log } from '../../runtime/log.ts';
import { Refusal } from '../errors.ts';
import { DatabaseUnavailable, isLockTimeout } from '../store/driver.ts';

/** The gRPC status that says most nearly what the public code says. */
const statuses: Record<ErrorCode, Code> = {
  [ErrorCode.UNSPECIFIED]: Code.Unknown,
  [ErrorCode.INVALID_API_KEY]: Code.Unauthenticated,
  [ErrorCode.PLATFORM_KEY_SCOPE]: Code.PermissionDenied,
  [ErrorCode.NOT_FOUND]: Code.NotFound,
  [ErrorCode.INVALID_REQUEST]: Code.InvalidArgument,
  [ErrorCode.INVALID_ADDRESS]: Code.InvalidArgument,
  [ErrorCode.UNKNOWN_PLAN]: Code.InvalidArgument,
  [ErrorCode.NO_SUBSCRIPTION]: Code.FailedPrecondition,
  [ErrorCode.CAP_REACHED]: Code.ResourceExhausted,
  [ErrorCode.NO_PLAN]: Code.FailedPrecondition,
  [ErrorCode.NO_ROUTE]: Code.FailedPrecondition,
  [ErrorCode.EXEMPT_ACCOUNT]: Code.FailedPrecondition,
  [ErrorCode.RATE_LIMITED]: Code.ResourceExhausted,
  [ErrorCode.PAYMENT_ERROR]: Code.Aborted,
  [ErrorCode.BILLING_DISABLED]: Code.FailedPrecondition,
  [ErrorCode.UNAVAILABLE]: Code.Unavailable,
};

/** What a caller is told of a failure. A fault of ours is logged and told as unavailable. */
export function toErrorDetail(error: unknown, log: Log): ErrorDetail {
  if (error instanceof Refusal) {
    return create(ErrorDetailSchema, {
      code: error.code,
      message: error.message,
      ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
      untouched: error.isUntouched,
    });
  }
  if (!(error instanceof DatabaseUnavailable || isLockTimeout(error))) {
    const { name, message, stack } = error instanceof Error ? error : new Error('something was thrown');
    log.error({ fault: { name, message, stack } }, 'an unexpected fault');
  }
  return create(ErrorDetailSchema, {
    code: ErrorCode.UNAVAILABLE,
    message: 'the service can not answer right now; try again shortly',
    retryAfterSeconds: 1,
  });
}

/** What was thrown as a ConnectError with its detail. */
export function toConnectError(error: unknown, log: Log): ConnectError {
  if (error instanceof ConnectError) return error;
  const detail = toErrorDetail(error, log);
  return new ConnectError(detail.message, statuses[detail.code], undefined, [
    { desc: ErrorDetailSchema, value: detail },
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
