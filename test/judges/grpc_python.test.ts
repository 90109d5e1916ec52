// The contract in Python's own generated client, where this machine's Python has it: npm run judges.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { serviceToken, startTestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { pythonEnvironment } from '../support/judges.ts';
import { hasPythonModule, testNeeding } from '../support/programs.ts';

const run = promisify(execFile);
const proto = join(import.meta.dirname, '..', '..', 'proto');

const program = `
import pathlib, sys
import grpc
from grpc_tools import protoc

proto, out, port, token, account = sys.argv[1:]
files = [str(path.relative_to(proto)) for path in pathlib.Path(proto, "textrelay").rglob("*.proto")]
well_known = str(pathlib.Path(protoc.__file__).parent / "_proto")
assert protoc.main(["", "-I" + proto, "-I" + well_known, "--python_out=" + out, "--grpc_python_out=" + out, *files]) == 0
sys.path.insert(0, out)
from textrelay.v1 import error_pb2, message_pb2, message_service_pb2 as said, message_service_pb2_grpc as served

account = int(account)
service = served.MessageServiceStub(grpc.insecure_channel("127.0.0.1:" + port))
trusted = {"metadata": [("authorization", "Bearer " + token)], "timeout": 10}

def send(body, ref, address="+15005550006"):
    text = said.SendMessagesRequest(texts=[{"account_id": account, "address": address, "body": body, "client_ref": ref}])
    return service.SendMessages(text, **trusted).results[0]

# A watcher waits before anything is sent.
watched = service.WatchChanges(said.WatchChangesRequest(), metadata=trusted["metadata"], timeout=10)
watched.initial_metadata()
words = "Gr\\u00fc\\u00dfe \\U0001f600"
first = send(words, "one").accepted
assert not first.replayed and first.message.body == words
assert first.message.status == message_pb2.MESSAGE_STATUS_QUEUED, first
again = send(words, "one").accepted
assert again.replayed and again.message.id == first.message.id
assert send("x", "two", "12").error.code == error_pb2.ERROR_CODE_INVALID_ADDRESS
for advances in watched:
    if any(one.account_id == account and one.seq >= first.message.seq for one in advances.advances):
        break
watched.cancel()
last = send("later", "three").accepted.message
listed = service.ListMessages(said.ListMessagesRequest(account_id=account, limit=1), **trusted)
assert [one.id for one in listed.messages] == [last.id] and listed.HasField("next_before")
older = service.ListMessages(said.ListMessagesRequest(account_id=account, limit=1, before=listed.next_before), **trusted)
assert [one.id for one in older.messages] == [first.message.id]
changes = service.ListChanges(said.ListChangesRequest(queries=[{"account_id": account, "limit": 500}]), **trusted)
assert {one.client_ref for one in changes.pages[0].messages} == {"one", "three"}
try:
    service.ListMessages(said.ListMessagesRequest(account_id=account, limit=1), timeout=10)
    raise SystemExit("a caller without the token was not refused")
except grpc.RpcError as error:
    assert error.code() == grpc.StatusCode.UNAUTHENTICATED, error
print("all of it holds")
`;

const title = 'Python’s generated client sends once, lists in pages and waits for what changes';
const isThere = hasPythonModule('grpc_tools.protoc');

testNeeding(
  isThere,
  'grpc_tools for Python',
  title,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grpc-python-'));
    const core = await startTestCore(await createDatabase());
    try {
      const { id } = await core.createAccount();
      const words = [proto, folder, String(core.rpc.port), serviceToken, String(id)];
      const { stdout } = await run('python3', ['-c', program, ...words], {
        env: pythonEnvironment,
        timeout: 50_000,
      });
      expect(stdout.trim()).toBe('all of it holds');
    } finally {
      await core.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
