// InboxService: what people decide about conversations, the answers that they keep, and their settings of the inbox.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import {
  Digest,
  InboxService,
  type ThreadNoteSchema,
} from '../../../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import type { Clock } from '../../../../runtime/clock.ts';
import { userOf } from '../../../access/caller.ts';
import { createSavedReplies } from '../../../app/conversations/saved_replies.ts';
import { createThreadStates } from '../../../app/conversations/thread_states.ts';
import type { Writers } from '../../../app/conversations/writers.ts';
import { createInboxSettings } from '../../../app/users/inbox_settings.ts';
import { toTimestamp } from '../../../connect/proto_values.ts';
import type { Digest as StoredDigest } from '../../../domain/users/digest.ts';
import { invalidRequest } from '../../../errors.ts';
import type { ThreadNote } from '../../../store/conversations/thread_states.ts';
import type { InboxSettings } from '../../../store/users/inbox_settings.ts';
import { wordOf } from '../words.ts';

interface InboxServiceOptions {
  store: Parameters<typeof createThreadStates>[0] &
    Parameters<typeof createSavedReplies>[0] &
    Parameters<typeof createInboxSettings>[0]['store'];
  clock: Clock;
  sendsMail: boolean;
  writers: Writers;
}

const toNote = ({ createdAtMs, ...note }: ThreadNote): MessageInitShape<typeof ThreadNoteSchema> => ({
  ...note,
  createdAt: toTimestamp(createdAtMs),
});

const digests: Record<StoredDigest, Digest> = {
  never: Digest.NEVER,
  hourly: Digest.HOURLY,
  daily: Digest.DAILY,
};

const toSettings = ({ enterSends, digest, digestZone }: InboxSettings) => ({
  settings: { enterSends, digest: digests[digest], timeZone: digestZone },
});

/** Serves InboxService. */
export function routeInbox(
  router: ConnectRouter,
  { store, clock, sendsMail, writers }: InboxServiceOptions,
): void {
  const states = createThreadStates(store, clock);
  const savedReplies = createSavedReplies(store);
  const settings = createInboxSettings({ store, clock, sendsMail });
  router.service(InboxService, {
    async getThreadState({ accountId, address }) {
      const { assigneeId, isDone, notes } = await states.find(accountId, address);
      return { assigneeId: assigneeId ?? undefined, isDone, notes: notes.map(toNote) };
    },

    async setThreadDone({ accountId, address, seq }) {
      await states.setDone(accountId, address, seq);
      return {};
    },

    async assignThread({ accountId, address, userId }) {
      await states.assign(accountId, address, userId ?? null);
      return {};
    },

    async addThreadNote({ accountId, address, body }, context) {
      const { userId } = userOf(context);
      return { note: toNote(await states.addNote({ accountId, userId }, address, body)) };
    },

    async removeThreadNote({ accountId, id }, context) {
      await states.removeNote({ accountId, userId: userOf(context).userId }, id);
      return {};
    },

    async noteWriting({ accountId, address, writing }, context) {
      await writers.note({ accountId, userId: userOf(context).userId }, address, writing);
      return {};
    },

    listWriters: async ({ accountId, address }, context) => ({
      userIds: await writers.list({ accountId, userId: userOf(context).userId }, address),
    }),

    listSavedReplies: async ({ accountId }) => ({ savedReplies: await savedReplies.list(accountId) }),

    addSavedReply: async ({ accountId, name, body }) => ({
      savedReply: await savedReplies.add(accountId, name, body),
    }),

    changeSavedReply: async ({ accountId, id, name, body }) => ({
      savedReply: await savedReplies.change(accountId, { id, name, body }),
    }),

    async removeSavedReply({ accountId, id }) {
      await savedReplies.remove(accountId, id);
      return {};
    },

    getInboxSettings: async (_request, context) => toSettings(await settings.find(userOf(context).userId)),

    setInboxSettings: async ({ enterSends }, context) =>
      toSettings(await settings.setEnter(userOf(context).userId, enterSends)),

    setDigest: async ({ digest, timeZone }, context) =>
      toSettings(
        await settings.setDigest(userOf(context).userId, wordOf('digest', digests, digest), timeZone),
      ),

    getInboxRules: async ({ accountId }) => ({ rules: await settings.rulesOf(accountId) }),

    async setInboxRules({ accountId, rules }) {
      if (!rules) throw invalidRequest('rules is required');
      await settings.setRules(accountId, rules.mailsWords);
      return { rules: { mailsWords: rules.mailsWords } };
    },
  });
}
