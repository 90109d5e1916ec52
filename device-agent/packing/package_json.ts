// The packed agent's package.json: exactly the packages that it imports, in exactly the versions of the checkout.
import { oldestNode } from '../node_version.ts';

/** The fields of the checkout's package.json that are needed here. */
export interface RootPackage {
  version: string;
  license: string;
  dependencies: Readonly<Record<string, string>>;
}

/** Loaded only when a serial port is opened, and native: the agent runs where it cannot be installed. */
const optionalPackages = ['serialport'];

/** Writes package.json. Throws when a package is imported that the checkout does not depend on. */
export function describePackage(root: RootPackage, command: string, imported: readonly string[]): string {
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, versionOf(root, name)]));
  const document = {
    name: 'textrelay-agent',
    version: root.version,
    description: 'Connects a phone or modem to Textrelay.',
    license: root.license,
    type: 'module',
    bin: { 'textrelay-agent': command },
    engines: { node: `>=${oldestNode}` },
    dependencies: pick(imported.filter((name) => !optionalPackages.includes(name))),
    optionalDependencies: pick(imported.filter((name) => optionalPackages.includes(name))),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function versionOf(root: RootPackage, name: string): string {
  const version = root.dependencies[name];
  if (version === undefined) throw new Error(`${name} is imported, but is not a dependency of the project`);
  return version;
}
