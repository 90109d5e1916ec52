// Examples about hooks.
import { exampleHook, exampleHookPreview } from '../../schemas/resources/hooks/hook.ts';
import type { Examples } from '../types.ts';

const { template, recipients, event_id, texts_per_hour, urgent } = exampleHook;
const asked = { template, recipients, event_id, texts_per_hour, urgent };
const call = {
  status: 'firing',
  groupKey: '{}:{alertname="DiskFull"}',
  commonAnnotations: { summary: 'The disk of db-1 is nearly full' },
  alerts: [{ startsAt: '2026-11-21T09:12:38.000Z' }],
};

export const hooks: Readonly<Record<string, Examples>> = {
  listHooks: { answers: { one: { summary: 'One hook.', value: { hooks: [exampleHook] } } } },
  getHook: { answers: { found: { summary: 'The hook.', value: { hook: exampleHook } } } },
  putHook: {
    bodies: {
      alerts: { summary: 'Alerts of Alertmanager to one number.', value: asked },
      body: {
        summary: 'The body says who gets it.',
        value: { template: '{{text}}', recipients_field: 'to', event_id: '{{id}}' },
      },
    },
    answers: { made: { summary: 'The hook.', value: { hook: exampleHook } } },
  },
  deleteHook: { answers: { gone: { summary: 'It is gone.', value: { ok: true } } } },
  previewHook: {
    bodies: {
      tried: { summary: 'Settings that are not kept yet.', value: { body: call, hook: asked } },
    },
    answers: { filled: { summary: 'What it would send.', value: { preview: exampleHookPreview } } },
  },
};
