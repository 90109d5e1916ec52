// The Model Context Protocol at /mcp, asked by its official SDK for Python, by the current protocol and by the handshake before it.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { pythonEnvironment } from '../support/judges.ts';
import { hasPythonModule, testNeeding } from '../support/programs.ts';
import { startStack } from '../support/stack.ts';

const run = promisify(execFile);

const program = `
import asyncio, sys
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

url, key, revoked = sys.argv[1:]

async def ask(mode):
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=60) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {"send_text", "ask", "get_text", "list_threads"} <= names, names
            given = {"address": "+15005550006", "body": f"hello by {mode}"}
            first = (await client.call_tool("send_text", given)).structured_content
            again = (await client.call_tool("send_text", given)).structured_content
            assert ("repeated" in first, again["repeated"]) == (False, True), (first, again)
            assert first["message"]["id"] == again["message"]["id"], (first, again)
            read = (await client.call_tool("get_text", {"id": first["message"]["id"]})).structured_content
            assert read["message"]["id"] == first["message"]["id"], read
            refused = await client.call_tool("send_text", {"address": "12", "body": "x"})
            assert refused.is_error and "invalid_address" in refused.content[0].text, refused
            return client.protocol_version

versions = [asyncio.run(ask(mode)) for mode in ("auto", "legacy")]
assert versions[0] > versions[1], versions

async def refuse():
    async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {revoked}"}) as http:
        async with Client(streamable_http_client(url, http_client=http)) as client:
            await client.list_tools()

def causes(error):
    if isinstance(error, BaseExceptionGroup):
        return [cause for one in error.exceptions for cause in causes(one)]
    return [error]

try:
    asyncio.run(refuse())
except BaseException as error:
    assert all(isinstance(cause, MCPError) for cause in causes(error)), causes(error)
    print("all of it holds")
`;

testNeeding(
  hasPythonModule('mcp') && hasPythonModule('httpx2'),
  'SDK of MCP for Python',
  'Python’s SDK of MCP lists tools, sends once and reads what is wrong, by both protocols',
  async () => {
    const stack = await startStack();
    try {
      const { key } = await stack.createAccount();
      const url = `${stack.gateways[0]?.url}/mcp`;
      const { stdout } = await run('python3', ['-c', program, url, key, `${key.slice(0, -4)}0000`], {
        env: pythonEnvironment,
      });
      expect(stdout.trim()).toBe('all of it holds');
    } finally {
      await stack.stop();
    }
  },
);
