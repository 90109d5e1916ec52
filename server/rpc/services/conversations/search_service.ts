// SearchService: translates between protobuf and the application.
import type { ConnectRouter } from '@connectrpc/connect';
import { SearchService } from '../../../../proto/gen/textrelay/v1/search_service_pb.ts';
import type { SearchAccount } from '../../../app/contacts/search.ts';
import { toContact } from '../contacts/contact_service.ts';
import { toMessage, toThread } from '../messages/message_proto.ts';

/** Serves SearchService. */
export function routeSearch(router: ConnectRouter, search: SearchAccount): void {
  router.service(SearchService, {
    async search({ accountId, q, limit, before }) {
      const { contacts, threads, messages, nextBefore } = await search(accountId, { q, limit, before });
      return {
        contacts: contacts.map(toContact),
        threads: threads.map(toThread),
        messages: messages.map(toMessage),
        nextBefore: nextBefore ?? undefined,
      };
    },
  });
}
