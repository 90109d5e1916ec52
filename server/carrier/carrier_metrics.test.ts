// The metrics by which an operator sees a carrier fail before a customer does.
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { registerCarrierMetrics } from './carrier_metrics.ts';

test('a carrier that goes down, and each thing it says, shows in the metrics under its name', async () => {
  const registry = new Registry();
  const state = { name: 'main', up: true, capacity: 7 };
  const counts = registerCarrierMetrics(registry, () => [state]);
  counts.onAnswer('main', 'unknown');
  counts.onReceipt('main', 'failed');
  counts.onReceipt('main', 'failed');
  counts.onInbound('main', false);
  const before = await registry.metrics();
  expect(before).toContain('textrelay_core_carrier_up{carrier="main"} 1');
  expect(before).toContain('textrelay_core_carrier_capacity{carrier="main"} 7');
  expect(before).toContain('textrelay_core_carrier_submits_total{carrier="main",outcome="unknown"} 1');
  expect(before).toContain('textrelay_core_carrier_receipts_total{carrier="main",outcome="failed"} 2');
  expect(before).toContain('textrelay_core_carrier_inbound_total{carrier="main",owned="no"} 1');

  Object.assign(state, { up: false, capacity: 0 });
  const after = await registry.metrics();
  expect(after).toContain('textrelay_core_carrier_up{carrier="main"} 0');
  expect(after).toContain('textrelay_core_carrier_capacity{carrier="main"} 0');
});
