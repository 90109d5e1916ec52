// Consoles as browsers hold them open: each waits for news of its account, and asks its page anew when there are some, as
// gateway/console/api/feed.ts does. Half of them show the account at a glance, half the conversations.
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchPerson } from './bench_people.ts';
import { Connection, statusOf } from './http_connection.ts';

/** Between two answers with news, in milliseconds, as in the browser. */
const breatherMs = 1_500;
const newest = Number.MAX_SAFE_INTEGER;
const pages = ['/api/v1/console/overview', '/api/v1/console/threads?limit=50'] as const;

/** What the consoles asked and were answered. */
export interface ConsoleCounts {
  polls: number;
  pages: number;
  /** Answers with another status than 200. */
  refused: number;
}

const asPage = (method: string, path: string, { secret, accountId }: BenchPerson) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: textrelay_session=${secret}\r\nsec-fetch-site: same-origin\r\nx-svc-account: ${accountId}\r\n${method === 'POST' ? 'content-length: 0\r\n' : ''}\r\n`;

/** Opens a console for each person, a few at a time; the answer counts, and ends all of them. */
export async function openConsoles(port: number, people: readonly BenchPerson[]) {
  const counts: ConsoleCounts = { polls: 0, pages: 0, refused: 0 };
  const held: Connection[] = [];
  let isOpen = true;

  const ask = async (connection: Connection, request: string): Promise<string> => {
    const answer = await connection.ask(request);
    if (isOpen && statusOf(answer) !== 200) counts.refused++;
    return answer;
  };

  const follow = async (person: BenchPerson, index: number, poll: Connection, page: Connection) => {
    const show = () => {
      counts.pages++;
      return ask(page, asPage('GET', pages[index % 2] as string, person));
    };
    await show();
    let since: string | number = newest;
    while (isOpen) {
      const isFirst = since === newest;
      const query = isFirst ? `since=${newest}&limit=1` : `since=${since}&wait=25&limit=500`;
      const answer = await ask(poll, asPage('GET', `/api/v1/messages?${query}`, person));
      counts.polls++;
      since = /"newest_seq":(\d+)/.exec(answer)?.[1] ?? /"next_since":(\d+)/.exec(answer)?.[1] ?? since;
      if (isFirst || answer.includes('"messages":[]')) continue;
      // The page and the next wait go on beside each other.
      await Promise.all([show(), pause(breatherMs)]);
    }
  };

  const running: Promise<void>[] = [];
  for (const [index, person] of people.entries()) {
    const [poll, page] = [await Connection.open(port), await Connection.open(port)];
    held.push(poll, page);
    await ask(page, asPage('POST', `/api/v1/console/accounts/${person.accountId}/enter`, person));
    running.push(follow(person, index, poll, page));
  }
  return {
    counts,
    /** Closes them; resolves once all are closed. */
    async close() {
      isOpen = false;
      for (const connection of held) connection.close();
      await Promise.all(running);
    },
  };
}
