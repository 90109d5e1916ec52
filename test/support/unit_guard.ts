// Runs before each file of unit tests: what would leave the process fails instead, also deep in the product.
import childProcess, { ChildProcess } from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function forbid<Name extends PropertyKey>(owner: Record<Name, unknown>, name: Name): void {
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value: () => {
      throw new Error(
        `a unit test has no ${String(name)}(): import what reaches out in the test, and it is an integration test`,
      );
    },
  });
}

forbid(net.Server.prototype, 'listen');
forbid(net.Socket.prototype, 'connect');
forbid(dgram.Socket.prototype, 'bind');
forbid(dgram.Socket.prototype, 'send');
forbid(ChildProcess.prototype as unknown as Record<'spawn', unknown>, 'spawn');
forbid(childProcess, 'spawnSync');
forbid(childProcess, 'execSync');
forbid(childProcess, 'execFileSync');
syncBuiltinESMExports();
