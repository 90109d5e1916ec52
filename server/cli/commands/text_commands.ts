// `texts list | show | cancel`: an account's texts, for whoever helps its people. What a text says stays the account's own.
import type { DescEnum } from '@bufbuild/protobuf';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  type Message,
  MessageStatusSchema,
  RouteSchema,
} from '../../../proto/gen/textrelay/v1/message_pb.ts';
import { EventKindSchema, type MessageEvent } from '../../../proto/gen/textrelay/v1/timeline_pb.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import { directions, messageStatuses, routes } from '../../domain/messages/message.ts';
import {
  createView,
  type JsonObject,
  jsonOf,
  renderFields,
  renderTable,
  toInteger,
  toTime,
  type View,
} from '../answer.ts';
import {
  accountArgument,
  type CommandContext,
  limitOption,
  parseId,
  promised,
  toInstantMs,
} from '../command.ts';

/** A value of the contract's enums as the REST interface writes it. */
const wordOf = (names: DescEnum, value: number) => names.value[value]?.localName.toLowerCase() ?? 'unknown';

const statusOf = ({ status }: Message) => wordOf(MessageStatusSchema, status);
const routeOf = ({ route }: Message) => wordOf(RouteSchema, route);

const wayOf = ({ deviceId, sim, carrier }: Message): string => {
  if (deviceId === undefined) return carrier ?? '';
  return `device ${deviceId}${sim === undefined ? '' : `/${sim}`}`;
};

const textJson = (text: Message): JsonObject => ({
  ...jsonOf(text, ['id', 'address', 'addressNorm', 'createdAt', 'sendAt', 'sentAt', 'deliveredAt']),
  ...{ status: statusOf(text), route: routeOf(text) },
  ...jsonOf(text, ['error', 'segments', 'clientRef', 'deviceId', 'sim', 'carrier', 'charged']),
});

const textView: View<Message> = {
  ...createView<Message>(
    [],
    {
      id: 'id',
      created: 'createdAt',
      number: 'addressNorm',
      status: statusOf,
      route: routeOf,
      way: wayOf,
      error: 'error',
    },
    'no texts',
  ),
  json: textJson,
};

const stepView: View<MessageEvent> = {
  json: (step) => ({
    kind: wordOf(EventKindSchema, step.kind),
    ...jsonOf(step, ['at', 'deviceId', 'sim', 'carrier', 'part', 'parts', 'until', 'reason', 'code']),
    ...jsonOf(step, ['meaning']),
  }),
  table: (steps) =>
    renderTable<MessageEvent>(
      { at: 'at', step: ({ kind }) => wordOf(EventKindSchema, kind), what: 'meaning', code: 'code' },
      steps,
      'no steps',
    ),
};

function parseInstant(word: string): number {
  const atMs = toInstantMs(word);
  if (Number.isNaN(atMs))
    throw new InvalidArgumentError('An instant is a day of UTC, or like 2026-12-24T18:00:00Z.');
  return atMs;
}

interface TypedTexts {
  direction?: string;
  status?: string;
  route?: string;
  address?: string;
  from?: number;
  to?: number;
  key?: bigint;
  limit: number;
  before?: bigint;
}

const stampOf = (atMs: number | undefined) => (atMs === undefined ? undefined : toTimestamp(atMs));

const askedTexts = (accountId: bigint, typed: TypedTexts) => {
  const {
    direction = '',
    status = '',
    route = '',
    address = '',
    from,
    to,
    key: keyId,
    limit,
    before,
  } = typed;
  const filter = { direction, status, route, address, from: stampOf(from), to: stampOf(to), keyId };
  return { accountId, filter, limit, before };
};

function addList(texts: Command, context: CommandContext): void {
  texts
    .command('list')
    .description("list an account's texts, newest first; at most 10,000 are looked at for a page")
    .argument(...accountArgument)
    .addOption(new Option('--direction <word>', 'only one way').choices(directions))
    .addOption(new Option('--status <word>', 'only those in this state').choices(messageStatuses))
    .addOption(new Option('--route <word>', 'only by this route').choices(routes))
    .option('--address <number>', 'only with this number, in any reasonable form')
    .option('--from <instant>', 'only from this instant on', parseInstant)
    .option('--to <instant>', 'only before this instant', parseInstant)
    .option('--key <id>', 'only those that this key sent, as keys list shows it', parseId)
    .addOption(limitOption('texts', 50))
    .option('--before <id>', 'only texts before this one', parseId)
    .action(async (accountId: bigint, typed: TypedTexts) => {
      const page = await context.core().listMessages(askedTexts(accountId, typed));
      const { messages, nextBefore, truncated } = page;
      const more = nextBefore === undefined ? '' : `more: the same with --before ${nextBefore}\n`;
      const deleted = truncated ? 'older texts were deleted: see retention show and erase list\n' : '';
      context.answer({
        json: {
          texts: messages.map(textJson),
          next_before: nextBefore === undefined ? null : toInteger(nextBefore),
          ...(truncated && { truncated }),
        },
        text: `${textView.table(messages)}${more}${deleted}`,
      });
    });
}

const textArgument = ['<text>', "the text's id, as texts list shows it", parseId] as const;

/** Adds the group `texts`. */
export function addTextCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const texts = program
    .command('texts')
    .description("find an account's texts, and see step by step what became of one");
  addList(texts, context);
  texts
    .command('show')
    .description('show one text, each of its steps, and what it waits for; not what it says')
    .argument(...accountArgument)
    .argument(...textArgument)
    .action(async (accountId: bigint, id: bigint) => {
      const [found, { events, waitingFor }] = await Promise.all([
        core().getMessage({ accountId, id }),
        core().listMessageEvents({ accountId, id }),
      ]);
      const text = promised(found.message);
      const deadline = toTime(found.deadlineAt);
      context.answer({
        json: {
          text: { ...textJson(text), deadline_at: deadline },
          events: events.map(stepView.json),
          waiting_for: waitingFor?.meaning ?? null,
        },
        text: [
          renderFields([
            ['id', String(text.id)],
            ['number', text.addressNorm],
            ['status', statusOf(text)],
            ['route', routeOf(text)],
            ['way', wayOf(text)],
            ['error', text.error ?? ''],
            ['waits for', waitingFor?.meaning ?? ''],
            ['deadline', deadline ?? ''],
          ]),
          stepView.table(events),
        ].join('\n'),
      });
    });
  texts
    .command('cancel')
    .description('keep a text that waits from leaving')
    .argument(...accountArgument)
    .argument(...textArgument)
    .action(async (accountId: bigint, id: bigint) =>
      context.answerOne(
        'text',
        textView,
        (await core().cancelMessage({ accountId, target: { case: 'id', value: id } })).message,
      ),
    );
}
