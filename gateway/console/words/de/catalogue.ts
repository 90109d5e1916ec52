// The German words of all subjects.

import { approvals } from './approvals.ts';
import { auditLog } from './audit_log.ts';
import { billing } from './billing.ts';
import { broadcasts } from './broadcasts.ts';
import { bulk } from './bulk.ts';
import { contacts } from './contacts.ts';
import { dataRetention } from './data_retention.ts';
import { delivery } from './delivery.ts';
import { devices } from './devices.ts';
import { door } from './door.ts';
import { errors } from './errors.ts';
import { integrations } from './integrations.ts';
import { keys } from './keys.ts';
import { me } from './me.ts';
import { often } from './often.ts';
import { operator } from './operator.ts';
import { optOuts } from './opt_outs.ts';
import { overview } from './overview.ts';
import { parts } from './parts.ts';
import { phones } from './phones.ts';
import { savedReplies } from './saved_replies.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { stats } from './stats.ts';
import { team } from './team.ts';
import { texts } from './texts.ts';
import { threads } from './threads.ts';

export const catalogue = {
  savedReplies,
  bulk,
  often,
  auditLog,
  approvals,
  contacts,
  delivery,
  devices,
  door,
  errors,
  stats,
  dataRetention,
  keys,
  me,
  operator,
  optOuts,
  overview,
  parts,
  team,
  phones,
  billing,
  integrations,
  search,
  broadcasts,
  settings,
  shell,
  texts,
  threads,
};
