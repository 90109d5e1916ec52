// The platforms that are linked.
import type { integrations as english } from '../en/integrations.ts';

export const integrations: typeof english = {
  facts: 'ID {id}, verknüpft am {at}',
  link: 'Plattform verknüpfen',
  linkAction: 'Verknüpfen',
  linkLead:
    'Die Plattform sieht, wie viele SMS dieses Konto verbraucht, und kann seinen Tarif ändern. SMS senden oder lesen kann sie nicht.',
  platformId: 'ID der Plattform',
  platformIdHelp: 'Sie bekommen sie von der Plattform.',
  linked: (name: string) => `„${name}“ ist verknüpft. Trennen Sie sie wieder, wenn Sie eine andere meinten.`,
  lead: 'Integratoren, die den Verbrauch dieses Kontos sehen und seinen Tarif für Sie ändern. Keiner kann SMS senden oder lesen.',
  unlink: 'Trennen',
  unlinkOf: (name: string) => `„${name}“ trennen?`,
  unlinkWhy: 'Ab jetzt sieht sie nichts von diesem Konto.',
  none: 'Keine Plattform verknüpft',
  noneHelp:
    'Wenn ein Integrator Ihren Tarif verwaltet, bekommen Sie von ihm eine ID. Verknüpfen Sie ihn hier.',
};
