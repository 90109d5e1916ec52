// The layers of server/ and of gateway/: what stands on what.
import {
  filesImportedBy,
  isNamed,
  isNode,
  isTest,
  type Node,
  type Rule,
  type SourceFile,
} from './source_file.ts';

/** Of server/, from the ground up. A folder imports those below it; folders side by side import nothing of each other. */
const serverLayers: readonly (readonly string[])[] = [
  ['domain/', 'errors.ts', 'failpoint.ts', 'start_error.ts', 'embedded/', 'ops/'],
  ['store/'],
  ['billing/', 'connect/', 'database_watch/'],
  ['app/'],
  ['carrier/', 'device/'],
  ['dispatch/', 'webhooks/', 'config/'],
  ['access/'],
  ['rpc/'],
  ['composition/', 'cli/'],
  ['standalone/'],
  ['core.ts'],
  ['main.ts', 'standalone.ts', 'admin.ts', 'health.ts', 'packing/'],
];

/** Of gateway/, in the same way. The console and the clients of the interface stand beside it and are not of it. */
const gatewayLayers: readonly (readonly string[])[] = [
  [
    'counts.ts',
    'limits.ts',
    'config_tls.ts',
    'metrics.ts',
    'console_files.ts',
    'errors/',
    'html/',
    'phones/',
  ],
  ['core_client/'],
  ['session/'],
  ['edge/'],
  ['waiting/'],
  ['keys/'],
  ['schemas/'],
  ['http/'],
  ['interface/'],
  ['resources/'],
  ['contact_files/'],
  ['openapi/'],
  ['docs/', 'guide/'],
  ['routes/'],
  ['incoming_webhooks/', 'mcp/', 'smsgate/', 'twilio/'],
  ['config.ts'],
  ['public_server.ts'],
  ['gateway.ts'],
  ['main.ts'],
];

/** The folder of a file within a part, or the file itself where it stands alone; undefined outside of the part. */
const folderIn = (part: string, path: string) =>
  path.startsWith(`${part}/`) ? /^([^/]+\/|[^/]+$)/.exec(path.slice(part.length + 1))?.[1] : undefined;

/** The imports of a file that do not run downward, and that it stands in no layer. */
function upwardImportsOf(file: SourceFile, part: string, layers: readonly (readonly string[])[]): string[] {
  const folder = folderIn(part, file.path);
  if (folder === undefined || !file.path.endsWith('.ts') || isTest(file.path)) return [];
  const heightOf = (name: string) => layers.findIndex((folders) => folders.includes(name));
  const height = heightOf(folder);
  if (height < 0) return ['stands in no layer'];
  return filesImportedBy(file)
    .filter((target) => {
      const below = folderIn(part, target);
      return below !== undefined && below !== folder && heightOf(below) >= height;
    })
    .map((target) => `imports ${target}, which is not below it`);
}

/** What a type is given in angle brackets. */
const argumentsOf = ({ typeArguments }: Node): unknown[] =>
  isNode(typeArguments) ? (typeArguments.params as unknown[]) : [];

export const layerRules: readonly Rule[] = [
  {
    title: 'inside server imports run downward only',
    faultsOf: (file) => upwardImportsOf(file, 'server', serverLayers),
    breaks: [
      ['server/store/a.ts', "import { x } from '../app/messages/x.ts';"],
      ['server/app/messages/a.ts', "import type { X } from '../../rpc/services/x.ts';"],
      ['server/device/link/a.ts', "import type { X } from '../../carrier/x.ts';"],
      ['server/carrier/a.ts', "import type { X } from '../config/x.ts';"],
      ['server/rpc/a.ts', "import { startCore } from '../core.ts';"],
      ['server/core.ts', "let x: import('./main.ts').X;"],
      ['server/new_folder/a.ts', 'const x = 1;'],
    ],
    keeps: [
      ['server/app/messages/a.ts', "import '../../domain/x.ts'; import '../plans/x.ts';"],
      ['server/dispatch/a.ts', "import '../device/registry.ts'; import '../../runtime/clock.ts';"],
      ['server/core.ts', "import './rpc/x.ts'; import './config/x.ts';"],
      ['server/store/a.test.ts', "import '../app/messages/x.ts';"],
    ],
  },
  {
    title: 'inside gateway imports run downward only',
    faultsOf: (file) =>
      /^gateway\/(console|clients|testing)\//.test(file.path)
        ? []
        : upwardImportsOf(file, 'gateway', gatewayLayers),
    breaks: [
      ['gateway/edge/a.ts', "import { x } from '../schemas/x.ts';"],
      ['gateway/errors/a.ts', "import { x } from '../core_client/x.ts';"],
      ['gateway/resources/a.ts', "import type { X } from '../routes/x.ts';"],
      ['gateway/twilio/a.ts', "import '../smsgate/x.ts';"],
      ['gateway/new_folder/a.ts', 'const x = 1;'],
    ],
    keeps: [
      ['gateway/routes/a.ts', "import '../schemas/x.ts'; import '../../runtime/clock.ts';"],
      ['gateway/routes/a.test.ts', "import '../public_server.ts';"],
      ['gateway/console/pages/a.ts', "import '../api/x.ts';"],
    ],
  },
  {
    title:
      'inside server protobuf is spoken at the doors only: rpc, connect, device, commands, and their wiring',
    faultsOf(file) {
      if (!/^server\/(domain|store|billing|app|carrier|dispatch)\//.test(file.path) || isTest(file.path))
        return [];
      return filesImportedBy(file)
        .filter((target) => target.startsWith('proto/'))
        .map((target) => `imports ${target}`);
    },
    breaks: [['server/app/access/a.ts', "import type { Operation } from '../../../proto/gen/a_pb.ts';"]],
    keeps: [
      ['server/errors.ts', "import type { ErrorCode } from '../proto/gen/error_pb.ts';"],
      ['server/rpc/services/a.ts', "import { ErrorCode } from '../../../proto/gen/a_pb.ts';"],
      ['server/device/link/a.ts', "import { type Hello } from '../../../proto/gen/a_pb.ts';"],
      ['server/app/a.test.ts', "import { ErrorCode } from '../../proto/gen/a_pb.ts';"],
    ],
  },
  {
    title: 'the whole store is known to its own folder and to the wiring, any other takes what it uses',
    faultsOf(file) {
      if (
        !/^server\/[^/]+\//.test(file.path) ||
        /^server\/(store|composition)\//.test(file.path) ||
        isTest(file.path)
      )
        return [];
      const references = file.nodes.filter(({ type }) => type === 'TSTypeReference');
      const parts = new Set(
        references.filter(({ typeName }) => isNamed(typeName, 'Pick')).map((pick) => argumentsOf(pick)[0]),
      );
      return references
        .filter((reference) => isNamed(reference.typeName, 'Store') && !parts.has(reference))
        .map(() => 'takes the whole Store');
    },
    breaks: [
      ['server/app/messages/a.ts', 'export const f = (store: Store) => store.ping();'],
      ['server/carrier/a.ts', "interface Options { store: Store; part: Pick<Store, 'ping'> }"],
      ['server/dispatch/a.ts', 'class A { readonly #store: Readonly<Store>; }'],
    ],
    keeps: [
      ['server/app/messages/a.ts', "export const f = (store: Pick<Store, 'ping'>) => store.ping();"],
      ['server/composition/application.ts', 'interface Context { store: Store }'],
      ['server/app/a.test.ts', 'let store: Store;'],
    ],
  },
];
