// Passes messages on: a line of the host becomes a request to /mcp, and what that answers becomes lines. Nothing is repeated here: the
// service sends no text twice when a host repeats a call.

interface Message {
  id?: string | number;
  method?: string;
  params?: { name?: unknown; requestId?: string | number; _meta?: Record<string, unknown> };
  result?: { protocolVersion?: unknown };
}

interface BridgeOptions {
  baseUrl: string;
  key: string;
  /** Writes one line to the host. */
  say: (line: string) => void;
}

const versionField = 'io.modelcontextprotocol/protocolVersion';
const sessionHeader = 'mcp-session-id';

/** The messages of an answer: one as JSON, or several as events. */
function messagesOf(type: string, text: string): string[] {
  if (!type.startsWith('text/event-stream')) return text.trim() === '' ? [] : [text];
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trim()).filter((data) => data !== '');
}

/** The service's own words for a refusal. */
function wordsOf(status: number, text: string): string {
  try {
    const { error, code } = JSON.parse(text) as { error?: unknown; code?: unknown };
    if (typeof error === 'string') return `${error} (${code})`;
  } catch {
    // A proxy's own page.
  }
  return `the service answered ${status}`;
}

/** What an older host and the service agreed upon; empty before. */
interface Agreed {
  session: string;
  version: string;
}

/** The headers of a message: those of the current protocol where it says its version itself, and else those of the ones before. */
function headersOf({ method, params }: Message, { session, version }: Agreed): Record<string, string> {
  const own = params?._meta?.[versionField];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session !== '' && { [sessionHeader]: session }),
    ...(typeof own === 'string'
      ? {
          'mcp-protocol-version': own,
          ...(method !== undefined && { 'mcp-method': method }),
          ...(typeof params?.name === 'string' && { 'mcp-name': params.name }),
        }
      : version !== '' && { 'mcp-protocol-version': version }),
  };
}

export function createBridge({ baseUrl, key, say }: BridgeOptions) {
  const url = `${baseUrl.replace(/\/+$/, '')}/mcp`;
  /** The calls under way by their ids. */
  const calls = new Map<string | number, AbortController>();
  const agreed: Agreed = { session: '', version: '' };

  const refuse = (id: Message['id'], code: number, message: string) => {
    if (id !== undefined) say(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  };

  /** What a host and the service agree upon holds for what follows. */
  const learn = (line: string) => {
    const said = (JSON.parse(line) as Message).result?.protocolVersion;
    if (typeof said === 'string') agreed.version = said;
  };

  const ask = async (message: Message, line: string) => {
    const { id, method } = message;
    const call = new AbortController();
    if (id !== undefined) calls.set(id, call);
    try {
      const headers = { ...headersOf(message, agreed), authorization: `Bearer ${key}` };
      const request = {
        method: 'POST',
        headers,
        body: line,
        redirect: 'error' as const,
        signal: call.signal,
      };
      const response = await fetch(url, request);
      const text = await response.text();
      const type = response.headers.get('content-type') ?? '';
      const answers = messagesOf(type, text).filter((one) => one.includes('"jsonrpc"'));
      if (method === 'initialize') agreed.session = response.headers.get(sessionHeader) ?? '';
      if (answers.length === 0 && !response.ok) refuse(id, -32000, wordsOf(response.status, text));
      for (const answer of answers) {
        if (method === 'initialize') learn(answer);
        // A line is a message, however it was written.
        say(JSON.stringify(JSON.parse(answer)));
      }
    } catch (error) {
      // A call that the host cancelled has no answer.
      if (call.signal.aborted) return;
      const { message: words, cause } = error as Error & { cause?: Error };
      refuse(id, -32000, `no answer: ${cause?.message || words}; repeat the call, no text is sent twice`);
    } finally {
      if (id !== undefined && calls.get(id) === call) calls.delete(id);
    }
  };

  return {
    /** Takes one line of the host. */
    hear(line: string): void {
      if (line.trim() === '') return;
      let message: Message;
      try {
        message = Object(JSON.parse(line)) as Message;
      } catch {
        say(
          '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"a line must be one JSON message"}}',
        );
        return;
      }
      const { method, params } = message;
      // The connection's end is what the service ends a wait by, whatever the protocol's version.
      if (method === 'notifications/cancelled' && params?.requestId !== undefined)
        calls.get(params.requestId)?.abort();
      else void ask(message, line);
    },
  };
}
