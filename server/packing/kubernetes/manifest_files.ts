// The files of manifests: what each holds, by its name in this folder.
import { database } from './database.ts';
import { manifests } from './manifests.ts';
import { writeYaml } from './write_yaml.ts';

const note = (words: string) =>
  `# ${words}\n# Generated from the typed objects beside it by npm run generate; the guide "Installing" says how it is applied.\n`;

export const manifestFiles: Readonly<Record<string, string>> = {
  'textrelay.yaml':
    note('Two cores and two gateways, what leads to them, and who may ask whom.') + writeYaml(manifests),
  'database.yaml': note('An example of a database by CloudNativePG.') + writeYaml([database]),
};
