// Which files of the core and the gateway may open connections or listen: no other one can be made to ask anybody anything.
import { find, isMember, isNamed, isNode, isTest, type Node, type Rule } from './source_file.ts';

/** What opens connections, or what speaks through them for us. */
const opening =
  /^(node:)?(net|tls|http|https|http2|dgram|dns|dns\/promises)$|^(undici|ws|nodemailer|stripe|@simplewebauthn\/server)(\/|$)|^@connectrpc\/connect-node$|^@grpc\/grpc-js$/;

/** What those packages also hold, which opens nothing. */
const harmless = new Set([
  ...['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES', 'constants', 'createSecureContext'],
  ...['checkServerIdentity', 'Metadata', 'status', 'credentials', 'TLSSocket'],
  ...['universalRequestFromNodeRequest', 'universalResponseToNodeResponse'],
]);

/** The files that may, and with whom they speak. */
const allowed: Readonly<Record<string, string>> = {
  'server/webhooks/endpoint_client.ts': 'endpoints of accounts: the guarded client',
  'server/carrier/http/calls/ask.ts': 'carriers that the operator names',
  'server/carrier/http/calls/courier.ts': 'the same',
  'server/carrier/smpp/session/open_socket.ts': 'the same',
  'server/billing/stripe.ts': 'Stripe',
  'server/billing/stripe_calls.ts': 'Stripe',
  'server/billing/stripe_client.ts': 'Stripe',
  'server/billing/stripe_pages.ts': 'Stripe',
  'server/app/users/mail/mailer.ts': 'the mail server that the operator names',
  'server/app/users/webauthn.ts':
    'nobody: attestations, for which the package would fetch, are refused before',
  'server/store/postgres/connection/connect.ts': 'the database',
  'server/app/operations/alerts/targets.ts': 'what the operator names for alerts',
  'server/cli/core_client/core_client.ts': 'the core, for commands',
  'server/ops/ask_readiness.ts': 'the parts on this machine, for the health check and the doctor',
  'server/standalone/listen_addresses.ts': 'nobody: looks for free ports',
  'server/rpc/rpc_server.ts': 'callers of the core',
  'server/device/link/link_server.ts': 'devices',
  'runtime/listeners/ops_listener.ts': 'readers of metrics',
  'runtime/tls/tls_listener.ts': 'whoever a listener is for',
  'gateway/phones/hubs.ts': 'phones hubs',
  'gateway/clients/typescript/src/http.ts': 'the service, in programs of others',
  'gateway/clients/mcp/src/bridge.ts': 'the same',
  'gateway/core_client/replica.ts': 'cores',
  'gateway/core_client/channel.ts': 'cores',
  'gateway/core_client/connection.ts': 'cores',
};

const isJudged = (path: string) =>
  /^(server|gateway|runtime)\/.*\.ts$/.test(path) && !path.startsWith('gateway/console/') && !isTest(path);

/** The packages whose values a file takes, other than harmless ones. */
function packagesUsedBy(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ type, source, specifiers, importKind }) => {
    if (!/^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration|ImportExpression)$/.test(type))
      return [];
    if (!isNode(source) || importKind === 'type' || !opening.test(String(source.value))) return [];
    const taken = ((specifiers ?? []) as Node[]).filter((specifier) => {
      if (specifier.importKind === 'type') return false;
      return !(isNode(specifier.imported) && harmless.has(String(specifier.imported.name)));
    });
    return type === 'ImportDeclaration' && taken.length === 0 ? [] : [String(source.value)];
  });
}

const opensItself = (node: Node) =>
  isMember(node, 'globalThis', 'fetch', 'WebSocket', 'EventSource') ||
  (node.type === 'CallExpression' && isNamed(node.callee, 'fetch')) ||
  (node.type === 'NewExpression' && isNamed(node.callee, 'WebSocket', 'EventSource'));

export const networkRules: readonly Rule[] = [
  {
    title: 'connections are opened and awaited by the files that are named for it, and by no other',
    faultsOf(file) {
      if (!isJudged(file.path) || file.path in allowed) return [];
      return [
        ...packagesUsedBy(file.nodes).map((name) => `uses ${name}`),
        ...find(file, 'opens a connection', opensItself),
      ];
    },
    breaks: [
      ['server/app/a.ts', "import { connect } from 'node:net';"],
      ['server/app/a.ts', "import net from 'net';"],
      ['server/app/a.ts', "const { request } = await import('undici');"],
      ['server/app/a.ts', "export { get } from 'node:https';"],
      ['server/app/a.ts', "await fetch('http://example.com');"],
      ['gateway/a.ts', "const load = () => import('@simplewebauthn/server/helpers');"],
      ['gateway/a.ts', 'new WebSocket(url); globalThis.fetch;'],
    ],
    keeps: [
      ['server/app/a.ts', "import { isIP, type Socket } from 'node:net';"],
      ['server/app/a.ts', "import type { Server } from 'node:http';"],
      ['server/billing/stripe.ts', "import Stripe from 'stripe';"],
      ['gateway/console/a.ts', "await fetch('/api');"],
      ['server/app/a.test.ts', "import { createServer } from 'node:net';"],
    ],
  },
];
