// The two ways by which texts leave and come in: paired devices and carriers, and what dispatches texts to them.

import { carrierOfSandboxes } from '../carrier/simulated/simulated.ts';
import { registerDeviceMetrics } from '../device/device_metrics.ts';
import { createLinkBatchers } from '../device/link/link_batchers.ts';
import { LinkRegistry } from '../device/registry.ts';
import { startCarriers } from '../dispatch/carriers/carriers.ts';
import { DeviceDispatcher } from '../dispatch/devices/dispatcher.ts';
import type { Application, CoreContext } from './application.ts';

export type MessageRoutes = ReturnType<typeof startMessageRoutes>;

/** Connects to the carriers; devices come by themselves, through the device listener. */
export function startMessageRoutes(context: CoreContext, application: Application) {
  const { config, clock, metrics, hub } = context;
  const { publish } = hub;
  const batchers = createLinkBatchers(context);
  const registry = new LinkRegistry({
    ...context,
    batchers,
    endHandedOver: application.endHandedOver,
    onChange: (count) => metrics.links.set(count),
  });
  registerDeviceMetrics(metrics.registry, { links: () => registry.links(), clock });
  const dispatcher = new DeviceDispatcher({
    ...context,
    registry,
    publish,
    onClaim: (texts) => metrics.handedOver.inc(texts),
  });
  const carriers = startCarriers({
    ...context,
    configs: [...config.carriers, carrierOfSandboxes],
    referenceBits: config.referenceBits,
    update: application.update,
    receive: application.receive,
    publish,
    random: Math.random,
    registry: metrics.registry,
    onBatch: metrics.onBatch,
  });
  hub.subscribe((advances) => {
    dispatcher.onAdvances(advances);
    carriers.onAdvances(advances);
  });
  return {
    batchers,
    registry,
    dispatcher,
    carriers,
    /** Hands nothing more to devices, and says so to them. */
    stopDevices() {
      registry.stop();
      dispatcher.stop();
    },
  };
}
