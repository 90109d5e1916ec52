// What the operator sees when a command fails: one line. The core's own sentence where it gave one, else what
// probably happened; never a stack trace.
import { Code, ConnectError } from '@connectrpc/connect';
import { ErrorDetailSchema } from '../../proto/gen/textrelay/v1/error_pb.ts';
import { ConfigError } from '../../runtime/config/config_values.ts';

const oneLine = (text: string) => text.trim().replace(/\s*\n\s*/g, '; ');

function explainCall(error: ConnectError): string {
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

/** One line, without its line feed, for anything that a command threw. */
export function explainFailure(error: unknown): string {
  if (error instanceof ConfigError) return oneLine(error.message);
  if (error instanceof ConnectError) return oneLine(explainCall(error));
  return oneLine(`unexpected error: ${error instanceof Error ? error.message : String(error)}`);
}
