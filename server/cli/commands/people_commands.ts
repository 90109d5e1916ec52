// `people list | invite | link | reset | prove | make-operator`: who signs in at the console. Links are shown once.
import { type Command, Option } from 'commander';
import { type Person, Role } from '../../../proto/gen/textrelay/v1/person_pb.ts';
import { type Json, renderTable, toInteger, toTime } from '../answer.ts';
import { type CommandContext, parseId, parseLimit, promised } from '../command.ts';

const roles = { member: Role.MEMBER, admin: Role.ADMIN, owner: Role.OWNER } as const;

interface InviteOptions {
  account: bigint;
  role: keyof typeof roles;
  byHand?: boolean;
}

const personJson = (person: Person): { [name: string]: Json } => ({
  id: toInteger(person.id),
  name: person.name,
  email: person.email,
  email_proved: person.emailProved,
  is_operator: person.isOperator,
  accounts: person.accounts,
  created_at: toTime(person.createdAt),
});

const renderPeople = (people: readonly Person[]) =>
  renderTable(
    ['id', 'name', 'e-mail', 'proved', 'operator', 'accounts', 'since'],
    people.map((person) => [
      String(person.id),
      person.name,
      person.email,
      person.emailProved ? 'yes' : 'no',
      person.isOperator ? 'yes' : 'no',
      String(person.accounts),
      toTime(person.createdAt) ?? '',
    ]),
    'nobody has signed up',
  );

function answerPerson(context: CommandContext, person: Person | undefined): void {
  const record = promised(person);
  context.answer({ json: { person: personJson(record) }, text: renderPeople([record]) });
}

type AddCommand = (group: Command, context: CommandContext) => void;

const addList: AddCommand = (group, context) =>
  group
    .command('list')
    .description('list people in order of id')
    .addOption(
      new Option('--limit <count>', 'most people to list, 1 to 500').default(500).argParser(parseLimit),
    )
    .option('--after <id>', 'only people after this one', parseId)
    .action(async ({ limit, after }: { limit: number; after?: bigint }) => {
      const answer = await context.core().listPeople({ limit, cursor: after });
      const table = renderPeople(answer.people);
      const { nextCursor } = answer;
      context.answer({
        json: {
          people: answer.people.map(personJson),
          next_after: nextCursor === undefined ? null : toInteger(nextCursor),
        },
        text: nextCursor === undefined ? table : `${table}more: people list --after ${nextCursor}\n`,
      });
    });

const addInvite: AddCommand = (group, context) =>
  group
    .command('invite')
    .description(
      'make a link by which somebody comes into an account, valid for seven days; with mail it is sent to them',
    )
    .argument('<email>', 'whom')
    .requiredOption('--account <account>', "the account's id", parseId)
    .addOption(new Option('--role <role>', 'what they may do').choices(Object.keys(roles)).default('member'))
    .option('--by-hand', 'print the link, also where mail could be sent; it proves no e-mail address')
    .action(async (email: string, { account, role, byHand = false }: InviteOptions) => {
      const asked = { accountId: account, email, role: roles[role], byHand };
      const { invitation, link } = await context.core().invitePerson(asked);
      const { id, expiresAt } = promised(invitation);
      const until = `it works once, until ${toTime(expiresAt)}`;
      context.answer({
        json: { id: toInteger(id), email, role, expires_at: toTime(expiresAt), link: link ?? null },
        text:
          link === undefined
            ? `The link is mailed to ${email}: ${until}.\n`
            : `${link}\nHand it to ${email}: ${until}, and is never shown again.\n`,
      });
    });

const addFirstLink: AddCommand = (group, context) =>
  group
    .command('link')
    .description('make the link of the first person, who runs the service; earlier ones are void')
    .option('--account <account>', 'the account that they are to own; else one is made', parseId)
    .action(async ({ account }: { account?: bigint }) => {
      const { link } = await context.core().createFirstLink({ accountId: account });
      context.answer({
        json: { link: link ?? null },
        text:
          link === undefined
            ? 'There is a first person already: see people list; people reset <email> makes a new start.\n'
            : `${link}\nOpen it in a browser within a day: it works once.\n`,
      });
    });

const addReset: AddCommand = (group, context) =>
  group
    .command('reset')
    .description('make a link for who has lost everything: a new password, no second factor, no passkeys')
    .argument('<email>', 'whose')
    .action(async (email: string) => {
      const { link } = await context.core().createResetLink({ email });
      context.answer({
        json: { link },
        text: `${link}\nHand it to ${email}: it works once, for a day, and is never shown again.\n`,
      });
    });

const addProve: AddCommand = (group, context) =>
  group
    .command('prove')
    .description('say that you know whose an e-mail address is, as if its person had confirmed it')
    .argument('<email>', 'which')
    .action(async (email: string) => {
      const { person } = await context
        .core()
        .updatePerson({ email, change: { case: 'emailProved', value: true } });
      answerPerson(context, person);
    });

const addMakeOperator: AddCommand = (group, context) =>
  group
    .command('make-operator')
    .description('let somebody run the service at the console')
    .argument('<email>', 'whom')
    .option('--no-more', 'let them run it no more')
    .action(async (email: string, { more }: { more: boolean }) => {
      const { person } = await context.core().updatePerson({
        email,
        change: { case: 'isOperator', value: more },
      });
      answerPerson(context, person);
    });

/** Adds the group to the program. */
export function addPeopleCommands(program: Command, context: CommandContext): void {
  const group = program.command('people').description('who signs in at the console, and links for them');
  for (const add of [addList, addInvite, addFirstLink, addReset, addProve, addMakeOperator])
    add(group, context);
}
