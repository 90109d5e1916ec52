// Bodies as other programs send them to an incoming webhook, by their own documentation: Alertmanager 0.28, Grafana 11, Uptime Kuma 1.23 and GitHub.

export const alertmanager = {
  receiver: 'texts',
  status: 'firing',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'DiskFull', instance: 'db-1:9100', job: 'node', severity: 'critical' },
      annotations: { summary: 'The disk of db-1 is nearly full' },
      startsAt: '2026-11-21T09:12:38.614Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example:9090/graph?g0.expr=node_filesystem_avail_bytes',
      fingerprint: '8d2f0c4b6f1e9a37',
    },
    {
      status: 'firing',
      labels: { alertname: 'DiskFull', instance: 'db-2:9100', job: 'node', severity: 'critical' },
      annotations: { summary: 'The disk of db-2 is nearly full' },
      startsAt: '2026-11-21T09:12:53.614Z',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example:9090/graph?g0.expr=node_filesystem_avail_bytes',
      fingerprint: '4b1c77e0d95a2f68',
    },
  ],
  groupLabels: { alertname: 'DiskFull' },
  commonLabels: { alertname: 'DiskFull', job: 'node', severity: 'critical' },
  commonAnnotations: {},
  externalURL: 'http://alertmanager.example:9093',
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  truncatedAlerts: 0,
};

export const grafana = {
  receiver: 'texts',
  status: 'resolved',
  orgId: 1,
  alerts: [
    {
      status: 'resolved',
      labels: { alertname: 'Slow checkout', grafana_folder: 'Shop' },
      annotations: { summary: 'Checkouts take more than 3 s' },
      startsAt: '2026-11-21T09:40:00+01:00',
      endsAt: '2026-11-21T09:55:00+01:00',
      generatorURL: 'https://grafana.example/alerting/grafana/abc/view',
      fingerprint: 'c6eadffa33fcdf37',
      silenceURL: 'https://grafana.example/alerting/silence/new',
      dashboardURL: '',
      panelURL: '',
      values: { B: 3.4, C: 1 },
    },
  ],
  groupLabels: { alertname: 'Slow checkout' },
  commonLabels: { alertname: 'Slow checkout', grafana_folder: 'Shop' },
  commonAnnotations: { summary: 'Checkouts take more than 3 s' },
  externalURL: 'https://grafana.example/',
  version: '1',
  groupKey: '{}:{alertname="Slow checkout"}',
  truncatedAlerts: 0,
  title: '[RESOLVED] Slow checkout (Shop)',
  state: 'ok',
  message: '**Resolved**',
};

export const uptimeKuma = {
  heartbeat: {
    monitorID: 4,
    status: 0,
    time: '2026-11-21 09:12:38.614',
    msg: 'connect ECONNREFUSED 192.0.2.4:443',
    ping: null,
    important: true,
    duration: 60,
    timezone: 'Europe/Berlin',
    timezoneOffset: '+01:00',
    localDateTime: '2026-11-21 10:12:38',
  },
  monitor: { id: 4, name: 'Shop', url: 'https://shop.example', type: 'http', interval: 60, active: true },
  msg: '[Shop] [🔴 Down] connect ECONNREFUSED 192.0.2.4:443',
};

export const github = {
  action: 'completed',
  workflow_run: {
    id: 9_000_000_001,
    name: 'Release',
    head_branch: 'main',
    run_number: 81,
    event: 'push',
    status: 'completed',
    conclusion: 'failure',
    html_url: 'https://github.example/acme/shop/actions/runs/9000000001',
  },
  repository: { id: 1, name: 'shop', full_name: 'acme/shop', private: true },
  sender: { login: 'ada', id: 7, type: 'User' },
};
