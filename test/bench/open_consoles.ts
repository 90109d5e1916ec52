// Consoles as browsers hold them open: each waits for news of its account, and asks anew for what it shows when there are
// some, as gateway/console/api/feed.ts does. All show how many conversations have something new, and half of them the account
// at a glance.
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchUser } from './bench_users.ts';
import { Connection, statusOf } from './http_connection.ts';

/** Between two answers with news, in milliseconds, as in the browser. */
const breatherMs = 1_500;
const newest = Number.MAX_SAFE_INTEGER;
/** What is shown, and how long nothing is asked for after it was, in milliseconds. */
const conversations = { path: '/api/v1/threads/unread?limit=50', pauseMs: 3_000 };
const overview = { path: '/api/v1/overview', pauseMs: 5_000 };

/** What the consoles asked and were answered. */
export interface ConsoleCounts {
  polls: number;
  pages: number;
  /** Answers with another status than 200. */
  refused: number;
}

const asPage = (method: string, path: string, { secret, accountId }: BenchUser) =>
  `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: textrelay_session=${secret}\r\nsec-fetch-site: same-origin\r\nx-svc-account: ${accountId}\r\n${method === 'POST' ? 'content-length: 0\r\n' : ''}\r\n`;

/** Opens a console for each person, a few at a time; the answer counts, and ends all of them. */
export async function openConsoles(port: number, users: readonly BenchUser[]) {
  const counts: ConsoleCounts = { polls: 0, pages: 0, refused: 0 };
  const held: Connection[] = [];
  let isOpen = true;

  const ask = async (connection: Connection, request: string): Promise<string> => {
    const answer = await connection.ask(request);
    if (isOpen && statusOf(answer) !== 200) counts.refused++;
    return answer;
  };

  const follow = async (user: BenchUser, index: number, poll: Connection, page: Connection) => {
    const shown = index % 2 === 0 ? [conversations, overview] : [conversations];
    const pages = shown.map(({ path, pauseMs }) => {
      let resting = false;
      let isDue = false;
      return async () => {
        isDue = true;
        if (resting) return;
        resting = true;
        for (; isDue && isOpen; await pause(pauseMs)) {
          isDue = false;
          counts.pages++;
          await asking(() => ask(page, asPage('GET', path, user)));
        }
        resting = false;
      };
    });
    const show = () => {
      for (const each of pages) void each();
    };
    // A connection asks one thing at a time.
    let asked: Promise<unknown> = Promise.resolve();
    const asking = (next: () => Promise<unknown>) => {
      asked = asked.then(next);
      return asked;
    };
    show();
    let since: string | number = newest;
    while (isOpen) {
      const isFirst = since === newest;
      const query = isFirst ? `since=${newest}&limit=1` : `since=${since}&wait=25&limit=500`;
      const answer = await ask(poll, asPage('GET', `/api/v1/messages?${query}`, user));
      counts.polls++;
      since = /"newest_seq":(\d+)/.exec(answer)?.[1] ?? /"next_since":(\d+)/.exec(answer)?.[1] ?? since;
      if (isFirst || answer.includes('"messages":[]')) continue;
      show();
      await pause(breatherMs);
    }
  };

  const running: Promise<void>[] = [];
  for (const [index, user] of users.entries()) {
    const [poll, page] = [await Connection.open(port), await Connection.open(port)];
    held.push(poll, page);
    await ask(page, asPage('POST', `/api/v1/console/accounts/${user.accountId}/switch`, user));
    running.push(follow(user, index, poll, page));
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
