// The platforms that are linked.
import { inLanguage } from '../language.ts';

export const integrations = inLanguage('integrations', {
  facts: 'ID {id}, linked on {at}',
  link: 'Link a platform',
  linkAction: 'Link it',
  linkLead:
    'The platform will see how many texts this account uses, and can change its plan. It cannot send or read texts.',
  platformId: 'The platform’s ID',
  platformIdHelp: 'You get it from the platform.',
  linked: (name: string) => `“${name}” is linked. Unlink it if you meant another one.`,
  lead: 'Integrators that see this account’s usage and change its plan for you. None of them can send or read texts.',
  unlink: 'Unlink',
  unlinkOf: (name: string) => `Unlink “${name}”?`,
  unlinkWhy: 'From now on it sees nothing of this account.',
  none: 'No platform is linked',
  noneHelp: 'If an integrator manages your plan for you, they give you an ID. Link it here.',
});
