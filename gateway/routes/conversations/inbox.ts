// What people decide about conversations (who looks after one, whether it is done, notes), who writes in one, and the answers that
// they keep.
import { Type } from 'typebox';
import { InboxService } from '../../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  NoteShape,
  renderNote,
  renderSavedReply,
  renderState,
  SavedReplyShape,
  ThreadStateShape,
} from '../../resources/conversations/inbox.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { maxBodyLength } from '../../schemas/bodies.ts';
import { boundedText, flag, integer, nameText, nullable } from '../../schemas/kinds.ts';
import { pathAddress, pathId } from '../../schemas/parameters.ts';

const { method } = InboxService;

const path = { address: pathAddress };
const refusals = ['invalid_address'] as const;

const readState = route('GET /api/v1/threads/:address/state', {
  id: 'consoleReadThreadState',
  summary: 'Read what was decided about a conversation, with the notes in it.',
  session: 'account',
  refusals,
  path,
  answer: ThreadStateShape,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params };
    return renderState(await ask(method.getThreadState, asked, request));
  },
});

const setDone = route('PUT /api/v1/threads/:address/done', {
  id: 'consoleSetThreadDone',
  summary: 'Mark a conversation as done, or open it again.',
  description: 'What is received, or fails, after seq opens it again.',
  session: 'account',
  refusals,
  path,
  body: Type.Object(
    { seq: integer(0, 'The newest seq that the person has seen; 0 opens the conversation now.') },
    { title: 'ThreadDone' },
  ),
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const seq = BigInt(request.body.seq);
    await ask(method.setThreadDone, { accountId: accountOf(request), ...request.params, seq }, request);
    return done;
  },
});

const assign = route('PUT /api/v1/threads/:address/assignee', {
  id: 'consoleAssignThread',
  summary: 'Give a conversation to a member of the account, or to nobody.',
  session: 'account',
  refusals,
  path,
  body: Type.Object(
    { user_id: nullable(integer(1, 'The member; null for nobody.')) },
    { title: 'AssignThread' },
  ),
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const { user_id: id } = request.body;
    const userId = id === null ? undefined : BigInt(id);
    await ask(method.assignThread, { accountId: accountOf(request), ...request.params, userId }, request);
    return done;
  },
});

const addNote = route('POST /api/v1/threads/:address/notes', {
  id: 'consoleAddThreadNote',
  summary: 'Write a note into a conversation. Only the account’s people see it; it is never sent.',
  session: 'account',
  refusals,
  path,
  body: Type.Object({ body: boundedText(1, 1_000, 'Its words.') }, { title: 'AddThreadNote' }),
  answer: Type.Object({ note: NoteShape }, { title: 'OneThreadNote' }),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params, ...request.body };
    return { note: renderNote((await ask(method.addThreadNote, asked, request)).note) };
  },
});

const removeNote = route('DELETE /api/v1/thread-notes/:id', {
  id: 'consoleRemoveThreadNote',
  summary: 'Remove one’s own note.',
  session: 'account',
  path: { id: pathId('note') },
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), noteId: request.params.id };
    await ask(method.removeThreadNote, asked, request);
    return done;
  },
});

const noteWriting = route('PUT /api/v1/threads/:address/writing', {
  id: 'consoleNoteWriting',
  summary: 'Say that the person is writing in a conversation, or has stopped.',
  description: 'It counts for 8 seconds, unless it is said again.',
  session: 'account',
  refusals,
  path,
  body: Type.Object(
    { writing: flag('Whether they are writing; false ends it at once.') },
    { title: 'NoteWriting' },
  ),
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params, ...request.body };
    await ask(method.noteWriting, asked, request);
    return done;
  },
});

const listWriters = route('GET /api/v1/threads/:address/writers', {
  id: 'consoleListWriters',
  summary: 'List who else is writing in a conversation now.',
  session: 'account',
  refusals,
  path,
  answer: Type.Object(
    {
      user_ids: Type.Array(integer(1, 'A member.'), {
        description: 'Others than the person, 10 at most; who began last stands first.',
      }),
    },
    { title: 'Writers' },
  ),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.params };
    const { userIds } = await ask(method.listWriters, asked, request);
    return { user_ids: userIds.map(Number) };
  },
});

const savedReplyBody = Type.Object(
  {
    name: nameText('The name that people find it by.'),
    body: boundedText(1, maxBodyLength, 'Its words.'),
  },
  { title: 'SaveReply' },
);
const OneSavedReply = Type.Object({ saved_reply: SavedReplyShape }, { title: 'OneSavedReply' });

const listSavedReplies = route('GET /api/v1/saved-replies', {
  id: 'consoleListSavedReplies',
  summary: 'List the saved replies of the account.',
  session: 'account',
  answer: Type.Object(
    { saved_replies: Type.Array(SavedReplyShape, { description: 'In order of name; 200 at most.' }) },
    { title: 'SavedReplies' },
  ),
  handler: async (request, { ask }) => {
    const { savedReplies } = await ask(method.listSavedReplies, { accountId: accountOf(request) }, request);
    return { saved_replies: savedReplies.map(renderSavedReply) };
  },
});

const addSavedReply = route('POST /api/v1/saved-replies', {
  id: 'consoleAddSavedReply',
  summary: 'Save a reply.',
  session: 'account',
  body: savedReplyBody,
  answer: OneSavedReply,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), savedReply: { id: 0n, ...request.body } };
    return { saved_reply: renderSavedReply((await ask(method.putSavedReply, asked, request)).savedReply) };
  },
});

const changeSavedReply = route('PUT /api/v1/saved-replies/:id', {
  id: 'consoleChangeSavedReply',
  summary: 'Change a saved reply.',
  session: 'account',
  path: { id: pathId('saved reply') },
  body: savedReplyBody,
  answer: OneSavedReply,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), savedReply: { ...request.params, ...request.body } };
    return { saved_reply: renderSavedReply((await ask(method.putSavedReply, asked, request)).savedReply) };
  },
});

const removeSavedReply = route('DELETE /api/v1/saved-replies/:id', {
  id: 'consoleRemoveSavedReply',
  summary: 'Remove a saved reply.',
  session: 'account',
  path: { id: pathId('saved reply') },
  answer: DoneAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), id: request.params.id };
    await ask(method.removeSavedReply, asked, request);
    return done;
  },
});

export const inboxRoutes: readonly Route[] = [
  readState,
  setDone,
  assign,
  addNote,
  removeNote,
  noteWriting,
  listWriters,
  listSavedReplies,
  addSavedReply,
  changeSavedReply,
  removeSavedReply,
];
