// How much of the month's texts is used (SPEC: Usage).
import { type Usage, UsagePeriod, UsageReason } from '../../../proto/gen/textrelay/v1/usage_pb.ts';
import { toNumber } from '../integers.ts';
import { flag, instant, integer, nullable, text } from '../kinds.ts';
import { fieldOf, missing, names, numberOrNull, renderInstant, resource } from '../resource.ts';

const reasons = names({
  [UsageReason.OK]: 'ok',
  [UsageReason.NO_PLAN]: 'no_plan',
  [UsageReason.NO_SUBSCRIPTION]: 'no_subscription',
  [UsageReason.CAP_REACHED]: 'cap_reached',
  [UsageReason.NO_ROUTE]: 'no_route',
  [UsageReason.ACCOUNT_SUSPENDED]: 'account_suspended',
});
const periods = names({ [UsagePeriod.CALENDAR_MONTH_UTC]: 'calendar_month_utc' });

const field = fieldOf<Usage>();

export const {
  Shape: UsageShape,
  render: renderUsage,
  example: exampleUsage,
} = resource('Usage', 'How many texts were used, and how many remain, in the current month.', {
  plan: field(
    nullable(text('The current plan; null when the account never had one.')),
    ({ plan }) => plan ?? null,
    'starter',
  ),
  subscription_status: field(
    nullable(
      text(
        'The payment provider’s status. active, trialing and past_due are live; exempt is an account without a cap; ' +
          'null when the account never had a plan.',
      ),
    ),
    ({ subscriptionStatus }) => subscriptionStatus ?? null,
    'active',
  ),
  can_send: field(flag('Whether a send would be allowed now.'), ({ canSend }) => canSend, true),
  reason: field(
    reasons.schema('Explains can_send: ok, or the code that a send would be refused with.'),
    ({ reason }) => reasons.of(reason),
    'ok',
  ),
  texts_used: field(
    integer(0, 'Texts used in the current period.'),
    ({ textsUsed }) => toNumber(textsUsed),
    17,
  ),
  texts_cap: field(
    nullable(integer(0, 'The period’s cap; null when there is none.')),
    ({ textsCap }) => numberOrNull(textsCap),
    500,
  ),
  texts_remaining: field(
    nullable(integer(0, 'Cap minus used; null when there is no cap.')),
    ({ textsRemaining }) => numberOrNull(textsRemaining),
    483,
  ),
  unlimited: field(flag('True when no cap applies.'), ({ unlimited }) => unlimited, false),
  period: field(
    periods.schema('What texts are counted over: a calendar month in UTC.'),
    ({ period }) => periods.of(period),
    'calendar_month_utc',
  ),
  resets_at: field(
    instant('When the quota resets: the start of the next UTC month.'),
    ({ resetsAt }) => renderInstant(resetsAt ?? missing()),
    '2026-12-01T00:00:00.000Z',
  ),
});
