// A call of the core that failed, as one sentence for the operator.
import { Code, type ConnectError } from '@connectrpc/connect';
import { ErrorDetailSchema } from '../../../proto/gen/textrelay/v1/error_pb.ts';

/** Without a full stop, and possibly of several lines. */
export function explainCall(error: ConnectError): string {
  const detail = error.findDetails(ErrorDetailSchema)[0];
  if (detail) {
    const after = detail.retryAfterSeconds;
    return after === undefined ? detail.message : `${detail.message} (try again in ${after} s)`;
  }
  switch (error.code) {
    case Code.Unauthenticated:
      return 'the core refused the service token';
    case Code.Unavailable:
    case Code.Aborted:
    case Code.Canceled:
      return `the core cannot be reached; is it running? (${error.rawMessage})`;
    case Code.DeadlineExceeded:
      return 'the core did not answer in time; what was asked may have been done all the same';
    case Code.Unimplemented:
      return 'the core does not know this command; is it of another version?';
    default:
      return `the core failed: ${error.rawMessage}`;
  }
}
