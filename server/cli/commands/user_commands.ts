// `users list | invite | link | reset | verify | make-operator`: who signs in at the console. Links are shown once.
import { type Command, Option } from 'commander';
import { Role, type UserRecord } from '../../../proto/gen/textrelay/v1/user_pb.ts';
import { createView, toInteger, toTime } from '../answer.ts';
import { addPagedList, type CommandContext, parseAccount, promised, type TypedPage } from '../command.ts';

const roles = { viewer: Role.VIEWER, member: Role.MEMBER, admin: Role.ADMIN, owner: Role.OWNER } as const;

interface TypedInvitation {
  account: bigint;
  role: keyof typeof roles;
  byHand?: boolean;
}

const userView = createView<UserRecord>(
  ['id', 'name', 'email', 'emailVerified', 'isOperator', 'accounts', 'createdAt'],
  {
    id: 'id',
    name: 'name',
    'e-mail': 'email',
    verified: 'emailVerified',
    operator: 'isOperator',
    accounts: 'accounts',
    since: 'createdAt',
  },
  'nobody has signed up',
);

/** Adds the group `people`. */
export function addUserCommands(program: Command, context: CommandContext): void {
  const { core } = context;
  const users = program.command('users').description('who signs in at the console, and links for them');
  addPagedList(users, 'users', 'list users in order of id')
    .option('--search <part>', 'only those with this in their name or e-mail address, or with this id')
    .action(async ({ limit, after, search = '' }: TypedPage & { search?: string }) => {
      const page = await core().listUsers({ limit, cursor: after, search });
      context.answerPage('users', userView, page.users, 'users list', page.nextCursor);
    });
  addInvite(users, context);
  addLinks(users, context);
  users
    .command('verify')
    .description('say that you know whose an e-mail address is, as if its person had confirmed it')
    .argument('<email>', 'which address')
    .action(async (email: string) => {
      const answer = await core().updateUser({ email, change: { case: 'emailVerified', value: true } });
      context.answerOne('user', userView, answer.user);
    });
  users
    .command('make-operator')
    .description('let somebody run the service at the console')
    .argument('<email>', 'their address')
    .option('--no-more', 'let them run it no more')
    .action(async (email: string, { more }: { more: boolean }) => {
      const answer = await core().updateUser({ email, change: { case: 'isOperator', value: more } });
      context.answerOne('user', userView, answer.user);
    });
}

function addInvite(users: Command, context: CommandContext): void {
  users
    .command('invite')
    .description(
      'make a link by which somebody comes into an account, valid for seven days; with mail it is sent to them',
    )
    .argument('<email>', 'their address')
    .requiredOption('--account <account>', "the account's id", parseAccount)
    .addOption(new Option('--role <role>', 'what they may do').choices(Object.keys(roles)).default('member'))
    .option('--by-hand', 'print the link, also where mail could be sent; it verifies no e-mail address')
    .action(async (email: string, { account, role, byHand = false }: TypedInvitation) => {
      const asked = { accountId: account, email, role: roles[role], byHand };
      const { invitation, link } = await context.core().inviteUser(asked);
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
}

function addLinks(users: Command, context: CommandContext): void {
  users
    .command('link')
    .description('make the link of the first person, who runs the service; earlier ones are void')
    .option('--account <account>', 'the account that they are to own; else one is made', parseAccount)
    .action(async ({ account }: { account?: bigint }) => {
      const { link } = await context.core().createFirstLink({ accountId: account });
      context.answer({
        json: { link: link ?? null },
        text:
          link === undefined
            ? 'There is a first user already: see users list; users reset <email> makes a new start.\n'
            : `${link}\nOpen it in a browser within a day: it works once.\n`,
      });
    });
  users
    .command('reset')
    .description(
      'make a link for somebody who has lost everything: a new password, no second factor, no passkeys',
    )
    .argument('<email>', 'their address')
    .action(async (email: string) => {
      const { link } = await context.core().createResetLink({ email });
      context.answer({
        json: { link },
        text: `${link}\nHand it to ${email}: it works once, for a day, and is never shown again.\n`,
      });
    });
}
