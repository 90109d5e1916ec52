// The programs of the front page, as they are shown and as a test runs them. Each sends one text and reads what becomes
// of it; the recipient is a number of the simulated phone that answers.

interface FirstText {
  /** In ids. */
  name: string;
  title: string;
  /** What is needed besides the service; undefined for nothing that a shell does not have. */
  needs?: string;
  /** The file to keep it in; undefined for lines to paste. */
  file?: string;
  /** How it is run. */
  run?: string;
  language: string;
  /** Pasted or kept one after the other. */
  blocks: readonly string[];
}

const curlSends = `curl -s "$BASE/api/v1/messages" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -d '{"address": "+15005550011", "body": "Is Tuesday fine?", "client_ref": "first-curl"}'`;

const curlReads = `curl -s "$BASE/api/v1/messages?since=0&wait=25" -H "Authorization: Bearer $KEY"`;

const node = `const { BASE, KEY } = process.env;
const headers = { Authorization: \`Bearer \${KEY}\`, 'Content-Type': 'application/json' };

async function ask(path, options) {
  const answer = await fetch(BASE + path, { headers, ...options });
  const json = await answer.json();
  if (!answer.ok) throw new Error(\`\${json.code}: \${json.error}\`);
  return json;
}

const text = { address: '+15005550011', body: 'Is Tuesday fine?', client_ref: 'first-node' };
const { message } = await ask('/api/v1/messages', { method: 'POST', body: JSON.stringify(text) });
console.log(\`Text \${message.id} is \${message.status}\`);

let since = message.seq;
let isOver = false;
while (!isOver) {
  const page = await ask(\`/api/v1/messages?since=\${since}&wait=25\`);
  since = page.next_since;
  for (const { id, direction, status, body, address_norm } of page.messages) {
    if (id === message.id) console.log(\`Text \${id} is \${status}\`);
    const isReply = direction === 'in' && address_norm === message.address_norm;
    if (isReply) console.log(\`The reply: \${body}\`);
    isOver ||= isReply || (id === message.id && status === 'failed');
  }
}`;

const python = `import json, os, urllib.request

BASE, KEY = os.environ["BASE"], os.environ["KEY"]


def ask(path, body=None):
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


text = {"address": "+15005550011", "body": "Is Tuesday fine?"}
message = ask("/api/v1/messages", {**text, "client_ref": "first-python"})["message"]
print(f"Text {message['id']} is {message['status']}")

since, is_over = message["seq"], False
while not is_over:
    page = ask(f"/api/v1/messages?since={since}&wait=25")
    since = page["next_since"]
    for found in page["messages"]:
        is_own = found["id"] == message["id"]
        is_reply = found["direction"] == "in" and found["address_norm"] == text["address"]
        if is_own:
            print(f"Text {found['id']} is {found['status']}")
        if is_reply:
            print(f"The reply: {found['body']}")
        is_over = is_over or is_reply or (is_own and found["status"] == "failed")`;

/** In the order in which they are offered. */
export const firstTexts: readonly FirstText[] = [
  { name: 'curl', title: 'curl', language: 'sh', blocks: [curlSends, curlReads] },
  {
    name: 'node',
    title: 'Node',
    needs: 'Node 20 or newer, and no package.',
    file: 'first_text.mjs',
    run: 'node first_text.mjs',
    language: 'js',
    blocks: [node],
  },
  {
    name: 'python',
    title: 'Python',
    needs: 'Python 3.8 or newer, and no package.',
    file: 'first_text.py',
    run: 'python3 first_text.py',
    language: 'python',
    blocks: [python],
  },
];
