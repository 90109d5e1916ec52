// An HTTP carrier made from settings as they stand in a carriers file, with everything it reports written down.

import type { Clock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log.ts';
import type { CallbackAnswer, Carrier, CarrierCallback } from '../../../server/carrier/carrier.ts';
import { httpKind } from '../../../server/carrier/http/http_kind.ts';
import { errorsOfObject } from '../../../server/config/config_errors.ts';
import { RecordingSink } from '../smsc/open_carrier.ts';

/** Everything that is wrong with settings, as the carriers file's reader would say it. */
export function errorsOfSettings(settings: Record<string, unknown>): string[] {
  const faults = errorsOfObject(httpKind.settings, settings, 'it');
  return faults.length > 0 ? faults : httpKind.errorsOf(settings);
}

/** The shortest settings: JSON to `url`, and any 2xx is an acceptance. */
export const plainSettings = (url: string) => ({
  request: { url: `${url}/texts`, json: { to: '{{recipient}}', text: '{{text}}', key: '{{id}}' } },
  answers: [{ status: ['2xx'], means: 'accepted', ref: 'id' }],
});

export interface OpenHttp {
  carrier: Carrier;
  sink: RecordingSink;
  capacityCalls(): number;
  /** A call as it reaches the core. */
  call(callback: Partial<CarrierCallback> & { hook: string }): Promise<CallbackAnswer>;
}

/** Makes and starts one. Throws when the settings have a fault. */
export function openHttp(clock: Clock, settings: Record<string, unknown>): OpenHttp {
  const faults = errorsOfSettings(settings);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const sink = new RecordingSink();
  const log = createLog('test', 'silent');
  const carrier = httpKind.create(settings, { name: 'main', clock, log, random: () => 0 });
  let capacityCalls = 0;
  carrier.start(sink, () => {
    capacityCalls++;
  });
  return {
    carrier,
    sink,
    capacityCalls: () => capacityCalls,
    async call(callback) {
      const whole = { method: 'POST', query: '', headers: new Map(), body: new Uint8Array(), ...callback };
      return (await carrier.callback?.(whole)) as CallbackAnswer;
    },
  };
}

/** One whose company calls these hooks. */
export const openHooks = (clock: Clock, hooks: Record<string, object>): OpenHttp =>
  openHttp(clock, { ...plainSettings('http://127.0.0.1:9'), callbacks: { hooks } });
