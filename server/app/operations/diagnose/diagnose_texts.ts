// What `doctor` says about texts, devices, carriers and webhooks.
import type { Finding } from '../../../../runtime/cli/findings.ts';
import { oldTextSeconds } from '../../../ops/alerts/bounds.ts';
import type { AwayDevice, Troubles } from '../../../store/operations/diagnose.ts';
import type { CarrierState } from '../../carriers/carrier_state.ts';
import { durationOf } from '../duration.ts';

/** Texts in a state that is not final. */
interface Unfinished {
  status: string;
  count: number;
  oldestSeconds: number;
}

/** `admin` is how the operator's commands are typed. */
export function diagnoseQueue(unfinished: readonly Unfinished[], admin: string): Finding[] {
  const what = 'texts';
  const old = unfinished.filter(
    ({ status, oldestSeconds }) => /^(queued|sending)$/.test(status) && oldestSeconds > oldTextSeconds,
  );
  if (old.length > 0) {
    return old.map(({ status, oldestSeconds }) => ({
      level: 'warning',
      what,
      detail: `a text has been ${status} for ${durationOf(oldestSeconds)}`,
      advice: `Find it: ${admin} texts list ACCOUNT --status ${status}. What it waits for: ${admin} texts show ACCOUNT ID.`,
    }));
  }
  const waiting = unfinished.reduce((sum, { count }) => sum + count, 0);
  return [{ level: 'ok', what, detail: `${waiting} are unfinished, none of them for long` }];
}

const named = (devices: readonly AwayDevice[], nowMs: number) =>
  devices
    .map(
      ({ accountId, deviceId, lastSeenAtMs }) =>
        `device ${deviceId} of account ${accountId} for ${durationOf((nowMs - lastSeenAtMs) / 1000)}`,
    )
    .join(', ');

/** `away`: some of the devices that are away. */
export function diagnoseDevices(
  troubles: Troubles,
  away: readonly AwayDevice[],
  nowMs: number,
  admin: string,
): Finding[] {
  const what = 'devices';
  const { linked, withProblem } = troubles;
  const found: Finding[] = [{ level: 'ok', what, detail: `${linked} linked` }];
  if (troubles.away > 0) {
    const more = troubles.away > away.length ? `, and ${troubles.away - away.length} more` : '';
    found.push({
      level: 'warning',
      what,
      detail: `${troubles.away} away: ${named(away, nowMs)}${more}`,
      advice: `Look at power and network; textrelay-agent doctor beside it says what is wrong. Unpair one that is gone for good: ${admin} devices unpair ACCOUNT DEVICE.`,
    });
  }
  if (withProblem > 0) {
    found.push({
      level: 'warning',
      what,
      detail: `${withProblem} linked, but unable to send`,
      advice: `${admin} devices list ACCOUNT names the problem; the guide on devices says what each asks for.`,
    });
  }
  return found;
}

export function diagnoseCarriers(
  carriers: readonly Pick<CarrierState, 'name' | 'up'>[],
  admin: string,
): Finding[] {
  const what = 'carriers';
  if (carriers.length === 0)
    return [{ level: 'ok', what, detail: 'none is configured: texts leave by devices' }];
  const down = carriers.filter(({ up }) => !up).map(({ name }) => name);
  if (down.length === 0)
    return [{ level: 'ok', what, detail: `up: ${carriers.map(({ name }) => name).join(', ')}` }];
  return [
    {
      level: down.length === carriers.length ? 'fault' : 'warning',
      what,
      detail: `down: ${down.join(', ')}`,
      advice: `${admin} carriers list says why. Look at the carrier's status page, the credentials and the way there.`,
    },
  ];
}

export function diagnoseWebhooks({ failingWebhooks, disabledWebhooks }: Troubles, admin: string): Finding[] {
  const what = 'webhooks';
  if (failingWebhooks + disabledWebhooks === 0) return [{ level: 'ok', what, detail: 'none fails' }];
  return [
    {
      level: 'warning',
      what,
      detail: `${failingWebhooks} failing, ${disabledWebhooks} given up`,
      advice: `${admin} webhooks list --failing names them. If all fail, look at the way out of the cores.`,
    },
  ];
}

export function diagnoseHeld({ heldTexts }: Troubles, admin: string): Finding[] {
  if (heldTexts === 0) return [];
  return [
    {
      level: 'warning',
      what: 'held texts',
      detail: `${heldTexts} wait for you since the database was restored`,
      advice: `${admin} held list, then ${admin} held release or held drop.`,
    },
  ];
}
