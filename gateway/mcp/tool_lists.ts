// Lists of tools. The library makes a server of every message, which takes longer than what is asked for, and agents ask for the list
// again and again: what it answered is kept, by all that its answer depends on but the id.
import type { IncomingHttpHeaders } from 'node:http';
import { BoundedMap } from '../../runtime/bounded_map.ts';
import { type Answer, isName } from './plain_call.ts';
import type { Tool } from './tool.ts';

const mostKept = 200;
/** A longer question is not kept, in characters. */
const mostCharacters = 4_000;
/** Stands for the id in what is kept. */
const anyId = 'the-id-of-the-message';

/** What the library reads of a request besides its body. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

export class ToolLists {
  readonly #answers = new BoundedMap<string, Answer>(mostKept);

  /** The answer to a `tools/list` of somebody who may use `tools`; `ask` has the library answer a message. */
  async answer(
    { headers, message, tools }: { headers: IncomingHttpHeaders; message: object; tools: readonly Tool[] },
    ask: (message: object) => Promise<Answer>,
  ): Promise<Answer> {
    const { id, ...question } = message as { id?: unknown };
    const asked = JSON.stringify([
      readHeaders.map((name) => headers[name]),
      question,
      tools.map(({ name }) => name),
    ]);
    if (!isName(id) || asked.length > mostCharacters) return ask(message);
    const known = this.#answers.get(asked) ?? (await ask({ ...question, id: anyId }));
    if (known.status === 200) this.#answers.set(asked, known);
    return { ...known, text: known.text.replace(JSON.stringify(anyId), () => JSON.stringify(id)) };
  }
}
