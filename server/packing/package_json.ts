// The installed package's package.json: everything that it needs is in it, but for what is native.

/** The fields of the checkout's package.json that are needed here. */
export interface RootPackage {
  version: string;
  license: string;
  engines: Readonly<Record<string, string>>;
  dependencies: Readonly<Record<string, string>>;
  optionalDependencies: Readonly<Record<string, string>>;
}

/** Loaded only when a serial port is opened. */
const serialPort = 'serialport';

/** Writes package.json. Node and PostgreSQL come along unless they are left out, in the checkout's own versions. */
export function describePackage(root: RootPackage, command: string): string {
  const document = {
    name: 'textrelay-server',
    version: root.version,
    description:
      'A self-hosted text-messaging service: core, gateway, device agent and the operator’s commands.',
    license: root.license,
    type: 'module',
    bin: { textrelay: command },
    engines: root.engines,
    optionalDependencies: { ...root.optionalDependencies, [serialPort]: root.dependencies[serialPort] },
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
