// What an installation consists of, in the form of CycloneDX: for those who look up whether a fault that became known is in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Something that is in it. */
export interface Component {
  name: string;
  version: string;
  /** Where it comes from, as a package URL. */
  purl: string;
  /** Its licence by the name that it gives; absent where it gives none. */
  license?: string;
}

/** A package of npm, as it is installed in the checkout at `root`. */
export function npmComponent(root: string, name: string): Component {
  const manifest = join(root, 'node_modules', name, 'package.json');
  const { version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, string>;
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { name, version: String(version), purl, ...(typeof license === 'string' && { license }) };
}

/** The packages of Debian that a root file system's own list names as installed. */
export function debianComponents(root: string): Component[] {
  const list = readFileSync(join(root, 'var', 'lib', 'dpkg', 'status'), 'utf8');
  return list.split('\n\n').flatMap((entry) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(entry)?.[1];
    const [name, version, arch] = [field('Package'), field('Version'), field('Architecture')];
    if (name === undefined || version === undefined) return [];
    return [{ name, version, purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}` }];
  });
}

/** Writes the bill of a version of the service. The same components give the same text. */
export function describeComponents(version: string, components: readonly Component[]): string {
  const sorted = components.toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'textrelay', version } },
    components: sorted.map(({ name, version: own, purl, license }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version: own,
      purl,
      ...(license !== undefined && { licenses: [{ license: { name: license } }] }),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
