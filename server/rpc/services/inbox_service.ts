// InboxService: what people decide about conversations, the answers that they keep, and how they like the inbox.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { ConnectRouter } from '@connectrpc/connect';
import { InboxService, type ThreadNoteSchema } from '../../../proto/gen/textrelay/v1/inbox_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { personOf } from '../../access/caller.ts';
import { createCannedAnswers } from '../../app/messages/canned_answers.ts';
import { createThreadStates } from '../../app/messages/thread_states.ts';
import type { Writers } from '../../app/messages/writers.ts';
import { toTimestamp } from '../../connect/proto_values.ts';
import { invalidRequest } from '../../errors.ts';
import type { ThreadNote } from '../../store/messages/thread_states.ts';
import type { Store } from '../../store/store.ts';

interface InboxServiceOptions {
  store: Parameters<typeof createThreadStates>[0] &
    Parameters<typeof createCannedAnswers>[0] &
    Pick<Store, 'findInboxSettings' | 'putInboxSettings'>;
  clock: Clock;
  writers: Writers;
}

const toNote = ({ createdAtMs, ...note }: ThreadNote): MessageInitShape<typeof ThreadNoteSchema> => ({
  ...note,
  createdAt: toTimestamp(createdAtMs),
});

const usual = { enterSends: false };

/** Serves InboxService. */
export function routeInbox(router: ConnectRouter, { store, clock, writers }: InboxServiceOptions): void {
  const states = createThreadStates(store, clock);
  const answers = createCannedAnswers(store);
  router.service(InboxService, {
    async getThreadState({ accountId, address }) {
      const { assigneeId, isDone, notes } = await states.find(accountId, address);
      return { assigneeId: assigneeId ?? undefined, isDone, notes: notes.map(toNote) };
    },

    async setThreadDone({ accountId, address, seq }) {
      await states.setDone(accountId, address, seq);
      return {};
    },

    async assignThread({ accountId, address, personId }) {
      await states.assign(accountId, address, personId ?? null);
      return {};
    },

    async addThreadNote({ accountId, address, body }, context) {
      const { personId } = personOf(context);
      return { note: toNote(await states.addNote({ accountId, personId }, address, body)) };
    },

    async removeThreadNote({ accountId, noteId }, context) {
      await states.removeNote({ accountId, personId: personOf(context).personId }, noteId);
      return {};
    },

    async noteWriting({ accountId, address, writing }, context) {
      await writers.note({ accountId, personId: personOf(context).personId }, address, writing);
      return {};
    },

    listWriters: async ({ accountId, address }, context) => ({
      personIds: await writers.list({ accountId, personId: personOf(context).personId }, address),
    }),

    listCannedAnswers: async ({ accountId }) => ({ answers: await answers.list(accountId) }),

    async putCannedAnswer({ accountId, answer }) {
      if (!answer) throw invalidRequest('answer is required');
      const { id, name, body } = answer;
      return { answer: await answers.put(accountId, { id, name, body }) };
    },

    async removeCannedAnswer({ accountId, answerId }) {
      await answers.remove(accountId, answerId);
      return {};
    },

    async getInboxSettings(_request, context) {
      return { settings: (await store.findInboxSettings(personOf(context).personId)) ?? usual };
    },

    async setInboxSettings({ settings }, context) {
      const enterSends = settings?.enterSends ?? usual.enterSends;
      return { settings: await store.putInboxSettings(personOf(context).personId, { enterSends }) };
    },
  });
}
