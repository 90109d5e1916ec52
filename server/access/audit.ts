// Which calls are changes, and what they are called on. A method is one unless it has no side effects or is unaudited, as its
// options in the contract say.
import type { DescMethod, Message } from '@bufbuild/protobuf';
import type { Interceptor } from '@connectrpc/connect';
import { methodName } from '../../runtime/method_name.ts';
import { keyHashHeader } from '../../runtime/session_header.ts';
import type { RecordAuditEvent } from '../app/audit/audit_log.ts';
import { callerOf } from './caller.ts';
import { isAudited } from './policy.ts';

/** The names that an account gives to its subscriptions and incoming webhooks; no other text of a request is kept. */
const isNamed = (field: string, service: string) =>
  field === 'name' && ['SubscriptionService', 'IncomingWebhookService'].includes(service);

/** The ids in a message, as `key_id 7, device_id 1`. */
export function objectOf(message: Message, { parent }: Pick<DescMethod, 'parent'>): string {
  const found: string[] = [];
  for (const [field, value] of Object.entries(message)) {
    const isId = field === 'id' || (field !== 'accountId' && field.endsWith('Id'));
    const isShown =
      (isId && typeof value === 'bigint') || (typeof value === 'string' && isNamed(field, parent.name));
    if (isShown) found.push(`${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} ${value}`);
  }
  return found.join(', ');
}

/** What was made, by the answer's one object. */
const madeBy = (answer: Message, method: DescMethod): string => {
  const own = objectOf(answer, method);
  if (own !== '') return own;
  const made = Object.values<unknown>(answer).filter(
    (value): value is Message => typeof value === 'object' && value !== null && '$typeName' in value,
  );
  return made.map((each) => objectOf(each, method)).find((object) => object !== '') ?? '';
};

const accountIn = (message: object): bigint =>
  'accountId' in message && typeof message.accountId === 'bigint' ? message.accountId : 0n;

/** Writes a line of each change. It stands behind the judgement of the caller, so that what nobody may do leaves none. */
export const createAuditInterceptor =
  (record: RecordAuditEvent): Interceptor =>
  (next) =>
  (request) => {
    if (request.stream || !isAudited(request.method)) return next(request);
    const caller = callerOf({ values: request.contextValues });
    const { message, method } = request;
    const call = {
      accountId: accountIn(message),
      userId: caller.kind === 'user' ? caller.userId : null,
      keyHash: request.header.get(keyHashHeader),
      method: methodName(method),
      object: objectOf(message, method),
    };
    return record(
      call,
      () => next(request),
      (answer) => (answer.stream ? '' : madeBy(answer.message, method)),
    );
  };
