// One place turns what was thrown into the caller's answer: the public code in an ErrorDetail, a gRPC status next
// to it, and nothing of an error of our own.
import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type Interceptor } from '@connectrpc/connect';
import { ErrorCode, type ErrorDetail, ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import type { Log } from '../../runtime/log.ts';
import { Refusal, type RefusalCode, unavailable } from '../errors.ts';
import { DatabaseUnavailable, isLockTimeout } from '../store/postgres/driver.ts';

/** Each refusal as callers read it: the public code, and the gRPC status that comes nearest to it. */
const codes: Record<RefusalCode, { code: ErrorCode; status: Code }> = {
  invalid_api_key: { code: ErrorCode.INVALID_API_KEY, status: Code.Unauthenticated },
  platform_key_scope: { code: ErrorCode.PLATFORM_KEY_SCOPE, status: Code.PermissionDenied },
  not_found: { code: ErrorCode.NOT_FOUND, status: Code.NotFound },
  invalid_request: { code: ErrorCode.INVALID_REQUEST, status: Code.InvalidArgument },
  invalid_address: { code: ErrorCode.INVALID_ADDRESS, status: Code.InvalidArgument },
  unknown_plan: { code: ErrorCode.UNKNOWN_PLAN, status: Code.InvalidArgument },
  no_subscription: { code: ErrorCode.NO_SUBSCRIPTION, status: Code.FailedPrecondition },
  cap_reached: { code: ErrorCode.CAP_REACHED, status: Code.ResourceExhausted },
  no_plan: { code: ErrorCode.NO_PLAN, status: Code.FailedPrecondition },
  no_route: { code: ErrorCode.NO_ROUTE, status: Code.FailedPrecondition },
  not_cancellable: { code: ErrorCode.NOT_CANCELLABLE, status: Code.FailedPrecondition },
  opted_out: { code: ErrorCode.OPTED_OUT, status: Code.FailedPrecondition },
  account_suspended: { code: ErrorCode.ACCOUNT_SUSPENDED, status: Code.PermissionDenied },
  loop_suspected: { code: ErrorCode.LOOP_SUSPECTED, status: Code.FailedPrecondition },
  key_ended: { code: ErrorCode.KEY_ENDED, status: Code.PermissionDenied },
  key_scope: { code: ErrorCode.KEY_SCOPE, status: Code.PermissionDenied },
  recipient_not_allowed: { code: ErrorCode.RECIPIENT_NOT_ALLOWED, status: Code.PermissionDenied },
  sender_not_allowed: { code: ErrorCode.SENDER_NOT_ALLOWED, status: Code.PermissionDenied },
  key_budget_reached: { code: ErrorCode.KEY_BUDGET_REACHED, status: Code.PermissionDenied },
  incoming_webhook_budget_reached: {
    code: ErrorCode.INCOMING_WEBHOOK_BUDGET_REACHED,
    status: Code.PermissionDenied,
  },
  exempt_account: { code: ErrorCode.EXEMPT_ACCOUNT, status: Code.FailedPrecondition },
  rate_limited: { code: ErrorCode.RATE_LIMITED, status: Code.ResourceExhausted },
  payment_error: { code: ErrorCode.PAYMENT_ERROR, status: Code.Aborted },
  billing_disabled: { code: ErrorCode.BILLING_DISABLED, status: Code.FailedPrecondition },
  unavailable: { code: ErrorCode.UNAVAILABLE, status: Code.Unavailable },
  not_signed_in: { code: ErrorCode.NOT_SIGNED_IN, status: Code.Unauthenticated },
  reauthentication_required: { code: ErrorCode.REAUTHENTICATION_REQUIRED, status: Code.PermissionDenied },
  wrong_credentials: { code: ErrorCode.WRONG_CREDENTIALS, status: Code.Unauthenticated },
  forbidden: { code: ErrorCode.FORBIDDEN, status: Code.PermissionDenied },
  last_owner: { code: ErrorCode.LAST_OWNER, status: Code.FailedPrecondition },
  already_exists: { code: ErrorCode.ALREADY_EXISTS, status: Code.AlreadyExists },
  link_expired: { code: ErrorCode.LINK_EXPIRED, status: Code.FailedPrecondition },
  approval_not_pending: { code: ErrorCode.APPROVAL_NOT_PENDING, status: Code.FailedPrecondition },
  consumer_busy: { code: ErrorCode.CONSUMER_BUSY, status: Code.FailedPrecondition },
};

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
    code: codes[code].code,
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
  return new ConnectError(refusal.message, codes[refusal.code].status, undefined, [
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
