// The alerts, each described once: how Prometheus finds it (`textrelay.rules.yaml` is made of this), how a core finds it by itself,
// what is said of it and what is to be done. A rule without `judge` needs what no core sees, and is Prometheus' alone.
import {
  certificateSeconds,
  fullDisk,
  growthSeconds,
  manyTexts,
  missedSeconds,
  oldTextSeconds,
} from './bounds.ts';

/** What an alert is about, by the names of Prometheus' labels. */
export type Labels = Readonly<Record<string, string>>;

/** Something that a rule found, and the number that it went by. */
export interface Found {
  labels: Labels;
  value: number;
}

/** What one core sees when it looks; what it cannot say now is undefined. */
export interface AlertFacts {
  /** Texts that are not final, over all cores, by their state. */
  unfinished: readonly { status: string; count: number; oldestSeconds: number }[] | undefined;
  /** How many they are and were `growthSeconds` ago. */
  growth: { now: number; before: number } | undefined;
  /** Devices that were linked within `missedSeconds` and are not now. */
  away: readonly { account: string; device: string }[] | undefined;
  /** Linked devices that cannot send. */
  troubled: readonly { account: string; device: string; problem: string }[] | undefined;
  /** The carriers, as this core can use them. */
  carriers: readonly { name: string; up: boolean }[];
  /** Seconds until the certificate of each listener ends. */
  certificates: readonly { instance: string; listener: string; seconds: number }[];
  /** The disk of the data directory. */
  disks: readonly { instance: string; free: number; size: number }[];
}

/** How the parts of a sentence are written: as they are, or as Prometheus fills them in. */
interface Writer {
  label(name: string): string;
  /** The number that the rule went by. */
  count: string;
  /** The number, as a time. */
  duration: string;
}

export interface AlertRule {
  name: string;
  severity: 'critical' | 'warning';
  /** What Prometheus asks. */
  expr: string;
  /** How long it has to hold before anybody hears of it, in seconds. */
  forSeconds: number;
  summary: (write: Writer) => string;
  action: string;
  /**
   * What a core finds by itself; undefined while it cannot say. `isOfAll`: what it says holds for the whole service. Else one core
   * that finds nothing wrong with something ends the alert about it.
   */
  own?: {
    isOfAll: boolean;
    judge: (facts: AlertFacts) => readonly Found[] | undefined;
    good?: (facts: AlertFacts) => readonly Labels[];
  };
}

const unfinished = 'sum(max by (status) (textrelay_core_unfinished_texts))';
const growthOffset = `offset ${growthSeconds / 60}m`;
const isFull = ({ free, size }: { free: number; size: number }) =>
  free < fullDisk.share * size && free < fullDisk.bytes;

/** In the order in which one explains the next. */
export const alertRules: readonly AlertRule[] = [
  {
    name: 'TextrelayProcessDown',
    severity: 'critical',
    expr: 'up{job=~"textrelay-(core|gateway|agent)"} == 0',
    forSeconds: 60,
    summary: ({ label }) => `${label('job')} at ${label('instance')} does not answer`,
    action: 'Read its log, then start it. A killed process loses nothing that was acknowledged.',
  },
  {
    name: 'TextrelayDatabaseAway',
    severity: 'critical',
    expr: 'textrelay_core_ready == 0',
    forSeconds: 30,
    summary: ({ label }) => `The core at ${label('instance')} does not reach its database`,
    action:
      'Look at the database and at the way to it. The core goes on by itself once it answers. A failover is over within half a minute.',
  },
  {
    name: 'TextrelayNoCore',
    severity: 'critical',
    expr: 'sum by (instance) (textrelay_gateway_cores) unless on (instance) textrelay_gateway_cores{standing="serving"}',
    forSeconds: 30,
    summary: ({ label }) => `The gateway at ${label('instance')} has no core that serves`,
    action:
      'Look at the cores and at the network between them and the gateway. Clients are answered 503 and try again.',
  },
  {
    name: 'TextrelayTextsOld',
    severity: 'warning',
    expr: `max by (status) (textrelay_core_oldest_text_seconds{status=~"queued|sending"}) > ${oldTextSeconds}`,
    forSeconds: 300,
    summary: ({ label, duration }) => `A text has been ${label('status')} for ${duration}`,
    action:
      'Find it by `npm run admin -- texts list ACCOUNT --status queued`, or `sending`; `texts show` says what it waits for.',
    own: {
      isOfAll: true,
      judge: (facts) =>
        facts.unfinished
          ?.filter(
            ({ status, oldestSeconds }) =>
              /^(queued|sending)$/.test(status) && oldestSeconds > oldTextSeconds,
          )
          .map(({ status, oldestSeconds }) => ({ labels: { status }, value: oldestSeconds })),
    },
  },
  {
    name: 'TextrelayQueueGrowing',
    severity: 'warning',
    expr: `${unfinished} > ${manyTexts} and ${unfinished} > 2 * sum(max by (status) (textrelay_core_unfinished_texts ${growthOffset}))`,
    forSeconds: 600,
    summary: ({ count }) => `${count} texts are unfinished, twice as many as a quarter of an hour ago`,
    action: "More is sent than leaves. Look at the devices' and carriers' alerts, and at who sends so much.",
    own: {
      isOfAll: true,
      judge: ({ growth }) =>
        growth &&
        (growth.now > manyTexts && growth.now > 2 * growth.before ? [{ labels: {}, value: growth.now }] : []),
    },
  },
  {
    name: 'TextrelayTextsExpired',
    severity: 'warning',
    expr: 'sum by (status) (increase(textrelay_core_expired_total[15m])) > 5',
    forSeconds: 0,
    summary: ({ label }) => `Texts ended because they were ${label('status')} too long`,
    action: 'Devices or carriers took or reported too few of them in time. See their alerts.',
  },
  {
    name: 'TextrelayDeviceAway',
    severity: 'warning',
    expr: `sum by (account, device) (max_over_time(textrelay_core_device_up[${missedSeconds / 3600}h])) unless on (account, device) textrelay_core_device_up`,
    forSeconds: 600,
    summary: ({ label }) =>
      `Device ${label('device')} of account ${label('account')} was linked today and is away`,
    action:
      'Look at its power and network; `textrelay-agent doctor` on it says what is wrong. It is no alert any more a day later.',
    own: {
      isOfAll: true,
      judge: ({ away }) => away?.map((labels) => ({ labels: { ...labels }, value: 1 })),
    },
  },
  {
    name: 'TextrelayDeviceCannotSend',
    severity: 'warning',
    expr: 'max by (account, device, problem) (textrelay_core_device_problem) == 1',
    forSeconds: 600,
    summary: ({ label }) =>
      `Device ${label('device')} of account ${label('account')} cannot send: ${label('problem')}`,
    action: 'Its owner has to see to the device. The guide on devices says what each problem asks for.',
    own: {
      isOfAll: true,
      judge: ({ troubled }) => troubled?.map((labels) => ({ labels: { ...labels }, value: 1 })),
    },
  },
  {
    name: 'TextrelayCarrierDown',
    severity: 'critical',
    expr: 'max by (carrier) (textrelay_core_carrier_up) == 0',
    forSeconds: 300,
    summary: ({ label }) => `No core can submit through the carrier ${label('carrier')}`,
    action: "Look at the carrier's status page and at the credentials in the configuration. Its texts wait.",
    own: {
      isOfAll: false,
      judge: ({ carriers }) =>
        carriers.filter(({ up }) => !up).map(({ name }) => ({ labels: { carrier: name }, value: 0 })),
      good: ({ carriers }) => carriers.filter(({ up }) => up).map(({ name }) => ({ carrier: name })),
    },
  },
  {
    name: 'TextrelayWebhooksFailing',
    severity: 'warning',
    expr: 'sum(increase(textrelay_core_webhook_requests_total{outcome="failed"}[15m])) > 0.5 * sum(increase(textrelay_core_webhook_requests_total[15m])) and sum(increase(textrelay_core_webhook_requests_total[15m])) > 20',
    forSeconds: 900,
    summary: () => 'More than half of the requests to webhooks fail',
    action:
      '`npm run admin -- webhooks list --failing` names them. If all fail, look at the way out of the cores.',
  },
  {
    name: 'TextrelayAnswersFail',
    severity: 'critical',
    expr: 'sum(rate(textrelay_gateway_requests_total{status=~"5.."}[5m])) > 0.01 * sum(rate(textrelay_gateway_requests_total[5m]))',
    forSeconds: 300,
    summary: () => 'More than one request in a hundred is answered with an error of the service',
    action: "Look at the gateway's log, at the cores and at the database.",
  },
  {
    name: 'TextrelayReportsWait',
    severity: 'warning',
    expr: 'textrelay_agent_unsent_reports + textrelay_agent_unacked_inbound > 0 and textrelay_agent_link_up == 0',
    forSeconds: 900,
    summary: ({ label }) =>
      `The agent at ${label('instance')} holds reports or received texts, and its link is down`,
    action:
      'Look at the network between the agent and the core. Nothing of it is lost; it comes when the link is up.',
  },
  {
    name: 'TextrelayCertificateEnds',
    severity: 'warning',
    expr: `textrelay_core_certificate_end_seconds - time() < ${certificateSeconds} or textrelay_gateway_certificate_end_seconds - time() < ${certificateSeconds}`,
    forSeconds: 300,
    summary: ({ label, duration }) =>
      `The certificate of ${label('listener')} at ${label('instance')} ends in ${duration}`,
    action: 'Renew it: the files are read again by themselves, and no restart is needed.',
    own: {
      isOfAll: false,
      judge: ({ certificates }) =>
        certificates
          .filter(({ seconds }) => seconds < certificateSeconds)
          .map(({ seconds, ...labels }) => ({ labels, value: seconds })),
      good: ({ certificates }) =>
        certificates
          .filter(({ seconds }) => seconds >= certificateSeconds)
          .map(({ seconds: _, ...labels }) => labels),
    },
  },
  {
    name: 'TextrelayDiskFull',
    severity: 'critical',
    expr: `textrelay_core_disk_free_bytes < ${fullDisk.share} * textrelay_core_disk_size_bytes and textrelay_core_disk_free_bytes < ${fullDisk.bytes}`,
    forSeconds: 300,
    summary: ({ label }) => `The disk of the data directory at ${label('instance')} is nearly full`,
    action: 'Make space: on a full disk the database refuses every text.',
    own: {
      isOfAll: false,
      judge: ({ disks }) =>
        disks.filter(isFull).map(({ instance, free }) => ({ labels: { instance }, value: free })),
      good: ({ disks }) => disks.filter((disk) => !isFull(disk)).map(({ instance }) => ({ instance })),
    },
  },
];

/** As Prometheus fills it in. */
export const prometheusWriter: Writer = {
  label: (name) => `{{ $labels.${name} }}`,
  count: '{{ $value }}',
  duration: '{{ $value | humanizeDuration }}',
};
