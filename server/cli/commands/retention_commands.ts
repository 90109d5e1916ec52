// `retention show | set` and `accounts export`: how long the texts of an account are kept, and all that is.
import { type Command, InvalidArgumentError } from 'commander';
import type {
  GetRetentionResponse,
  RetentionDays,
} from '../../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { jsonOf, renderFields, type View } from '../answer.ts';
import { accountArgument, type CommandContext } from '../command.ts';

const kinds = { texts: 'textsDays', words: 'wordsDays', logs: 'logsDays' } as const;
type Kind = keyof typeof kinds;

const daysJson = (days: RetentionDays) => jsonOf(days, ['textsDays', 'wordsDays', 'logsDays']);

const inWords = (days: number | undefined): string =>
  days === undefined || days === 0 ? 'for ever' : `${days} days`;

const retentionView: View<Pick<GetRetentionResponse, 'own' | 'usual'>> = {
  json: ({ own, usual }) => ({ own: own ? daysJson(own) : null, usual: usual ? daysJson(usual) : null }),
  table: (rows) =>
    rows
      .map(({ own, usual }) =>
        renderFields(
          Object.entries(kinds).map(([kind, field]) => [
            kind,
            own?.[field] === undefined ? `${inWords(usual?.[field])} (as is usual)` : inWords(own[field]),
          ]),
        ),
      )
      .join(''),
};

type TypedDays = number | 'usual';

/** Days, `forever`, or `usual`. */
function parseDays(word: string): TypedDays {
  if (word === 'usual') return word;
  if (word === 'forever') return 0;
  if (/^[1-9]\d{0,4}$/.test(word)) return Number(word);
  throw new InvalidArgumentError('Give a number of days, forever, or usual.');
}

/** Adds the group `retention`. */
export function addRetentionCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const retention = program.command('retention').description('say how long the texts of an account are kept');
  retention
    .command('show')
    .description('show how long the texts of an account are kept')
    .argument(...accountArgument)
    .action(async (accountId: bigint) =>
      context.answerOne('retention', retentionView, await core().getRetention({ accountId })),
    );
  retention
    .command('set')
    .description(
      'set how long they are kept; what is older is deleted within minutes, and what is left out stays as it is',
    )
    .argument(...accountArgument)
    .option(
      '--texts <days>',
      'texts with all that is known of them: 32 to 3650, forever, or usual',
      parseDays,
    )
    .option(
      '--words <days>',
      'the words of texts, which stay otherwise: 1 to 3650, forever, or usual',
      parseDays,
    )
    .option('--logs <days>', 'logs of webhooks and of refused keys: 1 to 3650, forever, or usual', parseDays)
    .action(async (accountId: bigint, typed: Partial<Record<Kind, TypedDays>>, command: Command) => {
      const named = (Object.keys(kinds) as Kind[]).filter((kind) => typed[kind] !== undefined);
      if (named.length === 0) command.error('error: nothing to set: give --texts, --words or --logs');
      const { own } = await core().getRetention({ accountId });
      const days: Partial<Record<(typeof kinds)[Kind], number | undefined>> = {
        textsDays: own?.textsDays,
        wordsDays: own?.wordsDays,
        logsDays: own?.logsDays,
      };
      for (const kind of named) {
        const given = typed[kind];
        days[kinds[kind]] = given === 'usual' ? undefined : given;
      }
      context.answerOne('retention', retentionView, await core().setRetention({ accountId, own: days }));
    });
}

/** Adds `accounts export`, which writes line after line: an account may be larger than memory. */
export function addExportCommand(
  program: Command,
  { core }: CommandContext,
  write: (text: string) => Promise<void> | void,
): void {
  program.commands
    .find((group) => group.name() === 'accounts')
    ?.command('export')
    .description('write all that is kept of an account, a JSON object a line; keys and secrets are left out')
    .argument(...accountArgument)
    .action(async (accountId: bigint) => {
      let cursor: string | undefined;
      do {
        const page = await core().exportAccount({ accountId, cursor });
        await write(page.lines.map((line) => `${line}\n`).join(''));
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    });
}
