// A call of a tool at /mcp as bytes on the wire, without a client's library.

interface Called {
  status: number;
  /** What the tool answers, or refuses. */
  said: Record<string, unknown>;
  isError: boolean;
}

/** Calls a tool with a key. */
export async function callTool(
  gatewayUrl: string,
  key: string,
  name: string,
  given: object = {},
): Promise<Called> {
  const answer = await fetch(`${gatewayUrl}/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  const text = await answer.text();
  const { content, isError = false } = JSON.parse(text.slice(text.indexOf('{'))).result;
  return { status: answer.status, said: JSON.parse(content[0].text), isError };
}
