// `webhooks list | attempts | enable | disable` and `consumers list`: where accounts' changes are delivered to, which
// endpoints fail, and how far an account's readers are.
import { Code, ConnectError } from '@connectrpc/connect';
import type { Command } from 'commander';
import {
  type Consumer,
  DisabledReason,
  type ListTroubledWebhooksResponse,
  type Webhook as ProtoWebhook,
  type WebhookAttempt,
  WebhookFormat,
} from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import {
  accountArgument,
  allPages,
  type CommandContext,
  limitOption,
  pageRows,
  promised,
} from '../command.ts';

const reasons: Readonly<Record<number, string>> = {
  [DisabledReason.ASKED]: 'asked',
  [DisabledReason.GONE]: 'gone',
  [DisabledReason.FAILING]: 'failing',
  [DisabledReason.OPERATOR]: 'operator',
};
const reasonOf = ({ disabledReason }: ProtoWebhook): string | null =>
  disabledReason === undefined ? null : (reasons[disabledReason] ?? null);

const formats: Readonly<Record<number, string>> = {
  [WebhookFormat.STANDARD]: 'standard',
  [WebhookFormat.TWILIO]: 'twilio',
  [WebhookFormat.SMSGATE]: 'smsgate',
};
const formatOf = ({ format }: ProtoWebhook): string => formats[format] ?? 'standard';

/** A webhook, and the last request to it. */
type Webhook = ProtoWebhook & { last?: WebhookAttempt | undefined };

const answerOf = ({ status, error }: WebhookAttempt) => error ?? status;

const attemptView = createView<WebhookAttempt>(
  ['number', 'at', 'eventCount', 'firstEvent', 'lastEvent', 'tookMs', 'status', 'error', 'answer'],
  {
    number: 'number',
    at: 'at',
    events: 'eventCount',
    first: 'firstEvent',
    last: 'lastEvent',
    ms: 'tookMs',
    answer: answerOf,
  },
  'no attempts',
);

function stateOf(webhook: Webhook): string {
  const reason = reasonOf(webhook);
  if (reason !== null) return `disabled: ${reason}`;
  return webhook.failures > 0 ? `failed ${webhook.failures} in a row` : 'active';
}

const webhookView: View<Webhook> = {
  ...createView<Webhook>(
    [],
    {
      account: 'accountId',
      name: 'name',
      // The rest of an address may be known to its owner only.
      host: ({ url }) => URL.parse(url)?.host,
      format: formatOf,
      behind: 'behind',
      state: stateOf,
      'failing since': 'failingSince',
      'next attempt': (webhook) => (reasonOf(webhook) === null ? webhook.nextAttemptAt : undefined),
      'last answer': ({ last }) => last && answerOf(last),
    },
    'no webhooks',
  ),
  json: (webhook) => ({
    ...jsonOf(webhook, ['accountId', 'name', 'url', 'types', 'cursor', 'behind', 'movedAt', 'disabledAt']),
    ...jsonOf(webhook, ['failures', 'failingSince', 'nextAttemptAt']),
    format: formatOf(webhook),
    disabled_reason: reasonOf(webhook),
    last_attempt: webhook.last === undefined ? null : attemptView.json(webhook.last),
  }),
};

const consumerView = createView<Consumer>(
  ['name', 'cursor', 'behind', 'movedAt', 'createdAt', 'leaseUntil'],
  { name: 'name', cursor: 'cursor', behind: 'behind', moved: 'movedAt', 'leased until': 'leaseUntil' },
  'no consumers',
);

/** Its account may delete a webhook while it is looked at. */
function noneWhereItIsGone(error: unknown): { attempts: WebhookAttempt[] } {
  if (ConnectError.from(error).code === Code.NotFound) return { attempts: [] };
  throw error;
}

interface TypedList {
  failing: boolean;
  limit: number;
}

/** Adds the group `webhooks`. */
export function addWebhookCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const webhooks = program.command('webhooks').description("see accounts' webhooks, and which of them fail");
  webhooks
    .command('list')
    .description(
      "list an account's webhooks, or with --failing those of all accounts that fail or are disabled",
    )
    .argument('[account]', accountArgument[1], accountArgument[2])
    .option('--failing', 'only those whose last attempt failed, or that are disabled', false)
    .addOption(limitOption('webhooks', 100))
    .action(async (accountId: bigint | undefined, { failing, limit }: TypedList, command: Command) => {
      if (accountId === undefined && !failing) command.error('error: give an account, or --failing');
      const pages =
        accountId === undefined
          ? await allPages<ListTroubledWebhooksResponse>((cursor) =>
              core().listTroubledWebhooks({ limit: pageRows, cursor }),
            )
          : [await core().listWebhooks({ accountId })];
      const all = pages.flatMap(({ webhooks }) => webhooks);
      const meant = failing ? all.filter((each) => each.failures > 0 || reasonOf(each) !== null) : all;
      const shown = await Promise.all(meant.slice(0, limit).map((each) => withLast(context, each)));
      const left = meant.length - shown.length;
      const more = left > 0 ? `${left} more: webhooks list --failing --limit 500\n` : '';
      context.answer({
        json: { webhooks: shown.map(webhookView.json), more: left },
        text: `${webhookView.table(shown)}${more}`,
      });
    });
  const addNamed = (command: string, description: string) =>
    webhooks
      .command(command)
      .description(description)
      .argument(...accountArgument)
      .argument('<name>', 'as webhooks list shows it');
  const switchBy =
    (method: 'enableWebhook' | 'disableWebhook') => async (accountId: bigint, name: string) => {
      const { webhook } = await core()[method]({ accountId, name, byOperator: true });
      context.answerOne('webhook', webhookView, await withLast(context, promised(webhook)));
    };
  addNamed('attempts', 'list the last requests to a webhook, the newest first').action(
    async (accountId: bigint, name: string) => {
      const { attempts } = await core().listWebhookAttempts({ accountId, name });
      context.answerAll('attempts', attemptView, attempts);
    },
  );
  addNamed('enable', 'deliver to a webhook again, at once, from where it stood').action(
    switchBy('enableWebhook'),
  );
  addNamed(
    'disable',
    'deliver nothing to a webhook until you enable it; its account sees that the operator did it',
  ).action(switchBy('disableWebhook'));
}

async function withLast({ core }: CommandContext, webhook: ProtoWebhook): Promise<Webhook> {
  const { accountId, name } = webhook;
  const { attempts } = await core().listWebhookAttempts({ accountId, name }).catch(noneWhereItIsGone);
  return { ...webhook, last: attempts[0] };
}

/** Adds the group `consumers`. */
export function addConsumerCommands(program: Command, context: CommandContext): void {
  program
    .command('consumers')
    .description("see how far an account's readers are")
    .command('list')
    .description("list an account's consumers, how far they are behind, and since when they have not moved")
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      context.answerAll(
        'consumers',
        consumerView,
        (await context.core().listConsumers({ accountId })).consumers,
      );
    });
}
