// Every answer that a test of the API receives passes through here: it is one that the served document describes.
import { expect } from 'vitest';
import type { Interface } from './described/interface.ts';
import { judge } from './described/judge.ts';
import type { Answer, Ask } from './http_client.ts';

/** Fails the test unless the answer is documented. `ask` is undefined for what is no HTTP. */
export function expectDocumented(
  described: Interface,
  ask: Pick<Ask, 'method' | 'path'> | undefined,
  answer: Answer,
): void {
  expect(judge(described, ask, answer), `${ask?.method ?? 'GET'} ${ask?.path}: ${answer.text}`).toEqual([]);
}
