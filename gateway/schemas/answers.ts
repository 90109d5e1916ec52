// What successes hold around the resources (SPEC: Endpoints).
import { Type } from 'typebox';
import { Verdict } from './batch.ts';
import { extension, flag, integer, nullable, text } from './kinds.ts';
import { nextCursorField } from './parameters.ts';
import { AccountShape, TierShape } from './resources/account.ts';
import { EndpointShape } from './resources/description.ts';
import { MessageShape } from './resources/message.ts';
import { ThreadShape } from './resources/thread.ts';
import { UsageShape } from './resources/usage.ts';

/** What is answered where there is nothing to say. */
export const DoneAnswer = Type.Object({ ok: flag('Always true.') }, { title: 'Done' });
export const done = { ok: true };

export const SendMessageAnswer = Type.Object(
  {
    message: Type.Optional(MessageShape),
    usage: Type.Optional(UsageShape),
    dry_run: Type.Optional(extension(flag('Only there, and true, in the answer to a dry run.'))),
    verdict: Type.Optional(Verdict),
  },
  {
    title: 'SentMessage',
    description:
      'The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is ' +
      'answered with dry_run and verdict instead.',
  },
);
export const MessageAnswer = Type.Object({ message: MessageShape }, { title: 'OneMessage' });
export const MessagesAnswer = Type.Object(
  {
    messages: Type.Array(MessageShape, { description: 'In order of seq; each text once, as it is now.' }),
    next_since: integer(0, 'What to pass as since next; there even when messages is empty.'),
    has_more: flag('True when more can be read at once.'),
    cursor_ahead: Type.Optional(
      flag(
        'Only there, and true, when since is above everything that there is: nothing is answered until the feed passes ' +
          'it. Read anew from 0, or from newest_seq.',
      ),
    ),
    newest_seq: Type.Optional(integer(0, 'With cursor_ahead: the newest seq that there is.')),
  },
  { title: 'MessagePage', description: 'A page of the change feed.' },
);
export const ThreadsAnswer = Type.Object(
  {
    threads: Type.Array(ThreadShape, { description: 'Newest text first.' }),
    next_cursor: nextCursorField,
  },
  { title: 'ThreadPage', description: 'A page of conversations.' },
);
export const ThreadMessagesAnswer = Type.Object(
  {
    address_norm: text('The normalized form of the address that was asked for.'),
    messages: Type.Array(MessageShape, { description: 'Newest first.' }),
    next_before: nullable(integer(1, 'What to pass as before for the next page; null on the last one.')),
  },
  { title: 'ThreadMessagePage', description: 'A page of one conversation.' },
);
export const MeAnswer = Type.Object(
  { account: AccountShape, usage: UsageShape, tiers: Type.Array(TierShape) },
  { title: 'Me', description: 'The key’s own account.' },
);
export const AccountsAnswer = Type.Object(
  {
    accounts: Type.Array(AccountShape, { description: 'In order of name, then id.' }),
    next_cursor: Type.Optional(
      extension(text('What to pass as cursor for the next page. Only there when there is one.')),
    ),
  },
  { title: 'Accounts' },
);
export const TiersAnswer = Type.Object(
  { tiers: Type.Array(TierShape, { description: 'Smallest cap first.' }) },
  { title: 'Tiers' },
);
export const DiscoveryAnswer = Type.Object(
  {
    name: text('The service’s name.'),
    version: text('The version of this interface.'),
    openapi: text('Where the OpenAPI document is.'),
    guide: text('Where the guide for agents is.'),
    endpoints: Type.Array(EndpointShape),
  },
  { title: 'Index', description: 'What is served.' },
);
/** Not read here: the document is served as it was written at start. */
export const DocumentAnswer = Type.Unsafe<unknown>({
  type: 'object',
  required: ['openapi', 'info', 'paths', 'components'],
  properties: {
    openapi: { type: 'string', enum: ['3.0.3'] },
    info: { type: 'object', additionalProperties: true },
    paths: { type: 'object', additionalProperties: true },
    components: { type: 'object', additionalProperties: true },
  },
  additionalProperties: true,
  description: 'An OpenAPI 3.0.3 document.',
});
/** Written at start as well. */
export const GuideAnswer = Type.Unsafe<unknown>({ type: 'string', description: 'The guide, in Markdown.' });
