// `webhooks list | attempts | enable | disable`: where accounts' changes are delivered to, and which endpoints fail.
import { Code, ConnectError } from '@connectrpc/connect';
import { type Command, Option } from 'commander';
import {
  DisabledReason,
  type Endpoint,
  type NamedPlace,
  PlaceKind,
  type WebhookAttempt,
} from '../../../proto/gen/textrelay/v1/place_service_pb.ts';
import { type Json, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, parseLimit, promised } from '../command.ts';
import type { CoreClient } from '../core_client.ts';

const mostListed = 100;

const reasons: Readonly<Record<number, string | null>> = {
  [DisabledReason.UNSPECIFIED]: null,
  [DisabledReason.ASKED]: 'asked',
  [DisabledReason.GONE]: 'gone',
  [DisabledReason.FAILING]: 'failing',
  [DisabledReason.OPERATOR]: 'operator',
};
const reasonOf = ({ disabledReason }: Pick<Endpoint, 'disabledReason'>): string | null =>
  reasons[disabledReason] ?? null;

/** A place that has an endpoint. */
type Webhook = NamedPlace & Omit<Endpoint, '$typeName'>;
const webhookOf = (place: NamedPlace): Webhook => ({ ...promised(place.endpoint), ...place });

/** All webhooks of all accounts that fail or are disabled, page after page. */
async function listTroubled(core: CoreClient): Promise<Webhook[]> {
  const all: Webhook[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await core.listTroubledWebhooks({ limit: 500, ...(cursor !== undefined && { cursor }) });
    all.push(...page.places.map(webhookOf));
    if (page.nextCursor === undefined) return all;
    cursor = page.nextCursor;
  }
}

/** A webhook, and the last request to it. */
interface Listed {
  webhook: Webhook;
  last: WebhookAttempt | undefined;
}

const attemptJson = (attempt: WebhookAttempt): { [name: string]: Json } => ({
  number: toInteger(attempt.number),
  at: toTime(attempt.at),
  event_count: attempt.eventCount,
  first_event: attempt.firstEvent,
  last_event: attempt.lastEvent,
  took_ms: attempt.tookMs,
  status: attempt.status ?? null,
  error: attempt.error ?? null,
  answer: attempt.answer,
});

const listedJson = ({ webhook, last }: Listed): { [name: string]: Json } => ({
  account_id: toInteger(webhook.accountId),
  name: webhook.name,
  url: webhook.url,
  types: webhook.types,
  cursor: toInteger(webhook.cursor),
  behind: toInteger(webhook.behind),
  moved_at: toTime(webhook.movedAt),
  disabled_reason: reasonOf(webhook),
  disabled_at: toTime(webhook.disabledAt),
  failures: webhook.failures,
  failing_since: toTime(webhook.failingSince),
  next_attempt_at: toTime(webhook.nextAttemptAt),
  last_attempt: last === undefined ? null : attemptJson(last),
});

const stateOf = (webhook: Webhook) => {
  const reason = reasonOf(webhook);
  if (reason !== null) return `disabled: ${reason}`;
  return webhook.failures > 0 ? `failed ${webhook.failures} in a row` : 'active';
};

const saidBy = ({ status, error }: WebhookAttempt) => error ?? String(status ?? '');

const renderListed = (listed: readonly Listed[]) =>
  renderTable(
    ['account', 'name', 'host', 'behind', 'state', 'failing since', 'next attempt', 'last answer'],
    listed.map(({ webhook, last }) => [
      String(webhook.accountId),
      webhook.name,
      // The rest of an address may be known to its owner only.
      URL.canParse(webhook.url) ? new URL(webhook.url).host : '',
      String(webhook.behind),
      stateOf(webhook),
      toTime(webhook.failingSince) ?? '',
      reasonOf(webhook) === null ? (toTime(webhook.nextAttemptAt) ?? '') : '',
      last === undefined ? '' : saidBy(last),
    ]),
    'no webhooks',
  );

const renderAttempts = (attempts: readonly WebhookAttempt[]) =>
  renderTable(
    ['number', 'at', 'events', 'first', 'last', 'ms', 'answer'],
    attempts.map((attempt) => [
      String(attempt.number),
      toTime(attempt.at) ?? '',
      String(attempt.eventCount),
      attempt.firstEvent,
      attempt.lastEvent,
      String(attempt.tookMs),
      saidBy(attempt),
    ]),
    'no attempts',
  );

/** Its account may delete a webhook while it is looked at. */
function noneOfOneThatIsGone(error: unknown): { attempts: [] } {
  if (ConnectError.from(error).code === Code.NotFound) return { attempts: [] };
  throw error;
}

interface ListOptions {
  failing: boolean;
  limit: number;
}

/** Adds the group to the program. */
export function addWebhookCommands(program: Command, context: CommandContext): void {
  const webhooks = program.command('webhooks').description("see accounts' webhooks, and which of them fail");

  const withLast = async (webhook: Webhook): Promise<Listed> => {
    const { accountId, name } = webhook;
    const asked = context.core().listWebhookAttempts({ accountId, name });
    const { attempts } = await asked.catch(noneOfOneThatIsGone);
    return { webhook, last: attempts[0] };
  };
  const switchAndAnswer = async (accountId: bigint, name: string, active: boolean) => {
    const asked = { accountId, name, active, byOperator: true };
    const { place } = await context.core().switchWebhook(asked);
    const listed = await withLast(webhookOf(promised(place)));
    context.answer({ json: { webhook: listedJson(listed) }, text: renderListed([listed]) });
  };

  webhooks
    .command('list')
    .description(
      "list an account's webhooks, or with --failing those of all accounts that fail or are disabled",
    )
    .argument('[account]', "the account's id", parseId)
    .option('--failing', 'only those whose last attempt failed, or that are disabled', false)
    .addOption(
      new Option('--limit <count>', 'most webhooks to list, 1 to 500')
        .default(mostListed)
        .argParser(parseLimit),
    )
    .action(async (accountId: bigint | undefined, { failing, limit }: ListOptions, command: Command) => {
      if (accountId === undefined && !failing) command.error('error: give an account, or --failing');
      const core = context.core();
      const all =
        accountId === undefined
          ? await listTroubled(core)
          : (await core.listPlaces({ accountId, kind: PlaceKind.WEBHOOK })).places.map(webhookOf);
      const meant = failing ? all.filter((each) => each.failures > 0 || reasonOf(each) !== null) : all;
      const listed = await Promise.all(meant.slice(0, limit).map(withLast));
      const left = meant.length - listed.length;
      context.answer({
        json: { webhooks: listed.map(listedJson), more: left },
        text: `${renderListed(listed)}${left > 0 ? `${left} more: webhooks list --failing --limit 500\n` : ''}`,
      });
    });

  webhooks
    .command('attempts')
    .description('list the last requests to a webhook, the newest first')
    .argument('<account>', "the account's id", parseId)
    .argument('<name>', 'as webhooks list shows it')
    .action(async (accountId: bigint, name: string) => {
      const { attempts } = await context.core().listWebhookAttempts({ accountId, name });
      context.answer({ json: { attempts: attempts.map(attemptJson) }, text: renderAttempts(attempts) });
    });

  webhooks
    .command('enable')
    .description('deliver to a webhook again, at once, from where it stood')
    .argument('<account>', "the account's id", parseId)
    .argument('<name>', 'as webhooks list shows it')
    .action((accountId: bigint, name: string) => switchAndAnswer(accountId, name, true));

  webhooks
    .command('disable')
    .description(
      'deliver nothing to a webhook until you enable it; its account sees that the operator did it',
    )
    .argument('<account>', "the account's id", parseId)
    .argument('<name>', 'as webhooks list shows it')
    .action((accountId: bigint, name: string) => switchAndAnswer(accountId, name, false));
}
