// `audit-events`: what people, keys and operators changed.
import { type Command, Option } from 'commander';
import { AuditActor, type AuditEvent } from '../../../proto/gen/textrelay/v1/audit_event_service_pb.ts';
import { createView, jsonOf, type View } from '../answer.ts';
import { type CommandContext, limitOption, parseAccount } from '../command.ts';

const actors = {
  user: AuditActor.USER,
  key: AuditActor.KEY,
  platform: AuditActor.PLATFORM,
  operator: AuditActor.OPERATOR,
} as const;
type Actor = keyof typeof actors;
const actorNames = Object.keys(actors) as Actor[];
const actorOf = ({ actor }: AuditEvent) => actorNames.find((name) => actors[name] === actor) ?? 'unknown';

const auditEvents: View<AuditEvent> = {
  ...createView<AuditEvent>(
    [],
    {
      at: 'at',
      by: (change) => [actorOf(change), change.actorId ?? '', change.actorName].filter(Boolean).join(' '),
      call: 'method',
      on: 'object',
      outcome: ({ outcome }) => outcome ?? 'not known',
    },
    'nothing was changed',
  ),
  json: (change) => ({
    ...jsonOf(change, ['at', 'actorId', 'actorName', 'method', 'object', 'outcome']),
    actor: actorOf(change),
  }),
};

interface TypedFilters {
  limit: number;
  after?: string;
  actor?: Actor;
  method: string;
}

/** Adds `audit-events`. */
export function addAuditEventCommand(program: Command, context: CommandContext): void {
  const { core } = context;
  program
    .command('audit-events')
    .description('list what was changed in an account, or in the service itself, and by whom, newest first')
    .argument('[account]', "the account's id; left out for the service itself", parseAccount)
    .addOption(limitOption('audit-events', 50))
    .option('--after <cursor>', 'where the page before ended')
    .addOption(new Option('--actor <kind>', 'only changes by such an actor').choices(actorNames))
    .option('--method <name>', 'only calls of this method or service, as the list shows them', '')
    .action(async (account: bigint | undefined, { limit, after, actor, method }: TypedFilters) => {
      const page = await core().listAuditEvents({
        accountId: account ?? 0n,
        limit,
        cursor: after,
        actor: actor ? actors[actor] : AuditActor.UNSPECIFIED,
        method,
      });
      const again = ['audit-events', account, actor && `--actor ${actor}`, method && `--method '${method}'`];
      context.answerPage(
        'audit_events',
        auditEvents,
        page.auditEvents,
        again.filter(Boolean).join(' '),
        page.nextCursor,
      );
    });
}
