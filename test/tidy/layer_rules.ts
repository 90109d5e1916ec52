// The layers of server/: what stands on what.
import { filesImportedBy, isTest, type Rule } from './source_file.ts';

/** From the ground up. A room imports those below it; rooms side by side import nothing of each other. */
const layers: readonly (readonly string[])[] = [
  ['domain/', 'errors.ts', 'failpoint.ts', 'start_fault.ts', 'embedded/', 'ops/'],
  ['store/'],
  ['billing/', 'connect/', 'database/'],
  ['app/'],
  ['carrier/', 'device/'],
  ['dispatch/', 'config/'],
  ['rpc/'],
  ['core/', 'cli/', 'standalone/'],
  ['core.ts'],
  ['main.ts', 'standalone.ts', 'admin.ts'],
];

/** The room of a file, or the file itself where it stands alone; undefined outside of server/. */
const roomOf = (path: string) => /^server\/([^/]+\/|[^/]+$)/.exec(path)?.[1];

const heightOf = (room: string) => layers.findIndex((rooms) => rooms.includes(room));

export const layerRules: readonly Rule[] = [
  {
    title: 'inside server imports run downward only',
    faultsOf(file) {
      const room = roomOf(file.path);
      if (room === undefined || !file.path.endsWith('.ts') || isTest(file.path)) return [];
      const height = heightOf(room);
      if (height < 0) return ['stands in no layer'];
      return filesImportedBy(file)
        .filter((target) => {
          const below = roomOf(target);
          return below !== undefined && below !== room && heightOf(below) >= height;
        })
        .map((target) => `imports ${target}, which is not below it`);
    },
    breaks: [
      ['server/store/a.ts', "import { x } from '../app/messages/x.ts';"],
      ['server/app/messages/a.ts', "import type { X } from '../../rpc/services/x.ts';"],
      ['server/device/link/a.ts', "import type { X } from '../../carrier/x.ts';"],
      ['server/carrier/a.ts', "import type { X } from '../config/x.ts';"],
      ['server/rpc/a.ts', "import { startCore } from '../core.ts';"],
      ['server/core.ts', "let x: import('./main.ts').X;"],
      ['server/new_room/a.ts', 'const x = 1;'],
    ],
    keeps: [
      ['server/app/messages/a.ts', "import '../../domain/x.ts'; import '../plans/x.ts';"],
      ['server/dispatch/a.ts', "import '../device/registry.ts'; import '../../runtime/clock.ts';"],
      ['server/core.ts', "import './rpc/x.ts'; import './config/x.ts';"],
      ['server/store/a.test.ts', "import '../app/messages/x.ts';"],
      ['gateway/new_room/a.ts', "import './b.ts';"],
    ],
  },
];
