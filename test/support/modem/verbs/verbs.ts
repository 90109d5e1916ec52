// Every command that the simulated modem knows.
import { identity } from './identity.ts';
import { messageSettings } from './message_settings.ts';
import { networkVerbs } from './network.ts';
import { remembered } from './remembered.ts';
import { send } from './send.ts';
import { simVerbs } from './sim.ts';
import { stored } from './stored.ts';
import type { Verb } from './verb.ts';

export const verbs: ReadonlyMap<string, Verb> = new Map(
  [identity, simVerbs, networkVerbs, messageSettings, send, stored, remembered].flatMap((part) =>
    Object.entries(part),
  ),
);
