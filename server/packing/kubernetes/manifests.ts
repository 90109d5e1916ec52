// The service on Kubernetes: cores and gateways, what leads to them, and who may ask whom.
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { Container, EnvVar, KeyToPath, PodSpec, Probe, Service } from 'kubernetes-types/core/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.js';

/** To be replaced by the image that was built and pushed. */
const image = 'images.example/textrelay:VERSION';
const user = 10_001;
const replicas = 2;

const ports = {
  core: [
    { name: 'rpc', containerPort: 4100 },
    { name: 'devices', containerPort: 4200 },
    { name: 'ops', containerPort: 4101 },
  ],
  gateway: [
    { name: 'http', containerPort: 8080 },
    { name: 'ops', containerPort: 8081 },
  ],
} as const;
type Part = keyof typeof ports;

const nameOf = (part: Part) => `textrelay-${part}`;
const labelsOf = (part: Part) => ({
  'app.kubernetes.io/name': 'textrelay',
  'app.kubernetes.io/component': part,
});

const fromSecret = (name: string, secret: string, key: string): EnvVar => ({
  name,
  valueFrom: { secretKeyRef: { name: secret, key } },
});
const serviceToken = fromSecret('TEXTRELAY_SERVICE_TOKEN', 'textrelay', 'service-token');

// Internal calls bring the service credential and texts over the network of the cluster: by TLS alone.
const tlsSecret = 'textrelay-rpc-tls';
const tlsFolder = '/etc/textrelay/rpc-tls';
/** Of a container that calls the cores. Their name has an address for each of them, and they take turns. */
const callsCores: EnvVar[] = [
  serviceToken,
  { name: 'TEXTRELAY_CORE_ADDRESS', value: `${nameOf('core')}:4100` },
  { name: 'TEXTRELAY_CORE_TLS_CA', value: `${tlsFolder}/ca.crt` },
  { name: 'TEXTRELAY_CORE_TLS_NAME', value: nameOf('core') },
];

const variables: Record<Part, EnvVar[]> = {
  core: [
    { name: 'NODE_ENV', value: 'production' },
    fromSecret('DATABASE_URL', 'textrelay-database-app', 'uri'),
    serviceToken,
    { name: 'TEXTRELAY_PUBLIC_URL', value: 'https://texts.example' },
    { name: 'TEXTRELAY_CORE_LISTEN', value: '0.0.0.0:4100' },
    { name: 'TEXTRELAY_CORE_TLS_CERT', value: `${tlsFolder}/tls.crt` },
    { name: 'TEXTRELAY_CORE_TLS_KEY', value: `${tlsFolder}/tls.key` },
    { name: 'TEXTRELAY_DEVICE_LISTEN', value: '0.0.0.0:4200' },
    { name: 'TEXTRELAY_CORE_OPS_LISTEN', value: '0.0.0.0:4101' },
  ],
  gateway: [
    { name: 'NODE_ENV', value: 'production' },
    ...callsCores,
    { name: 'TEXTRELAY_GATEWAY_LISTEN', value: '0.0.0.0:8080' },
    { name: 'TEXTRELAY_GATEWAY_OPS_LISTEN', value: '0.0.0.0:8081' },
  ],
};

const ask = (path: string, rest: Omit<Probe, 'httpGet'>): Probe => ({
  httpGet: { path, port: 'ops' },
  ...rest,
});

const container = (part: Part): Container => ({
  name: part,
  image,
  args: [part],
  env: variables[part],
  ports: [...ports[part]],
  // A start waits for its database, for minutes if need be.
  startupProbe: ask('/healthz', { periodSeconds: 5, failureThreshold: 120 }),
  livenessProbe: ask('/healthz', { periodSeconds: 10, failureThreshold: 3 }),
  readinessProbe: ask('/readyz', { periodSeconds: 5, timeoutSeconds: 3 }),
  // No request goes to one that stops, once every node knows of it.
  lifecycle: { preStop: { sleep: { seconds: 5 } } },
  resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '1Gi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'tmp', mountPath: '/tmp' },
    { name: 'rpc-tls', mountPath: tlsFolder, readOnly: true },
  ],
});

/** Cores alone get the key, and callers what they trust. */
const tlsItems: Record<Part, KeyToPath[]> = {
  core: ['tls.crt', 'tls.key'].map((key) => ({ key, path: key })),
  gateway: [{ key: 'ca.crt', path: 'ca.crt' }],
};

const pod = (part: Part): PodSpec => ({
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  terminationGracePeriodSeconds: 30,
  securityContext: {
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    seccompProfile: { type: 'RuntimeDefault' },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'ScheduleAnyway',
      labelSelector: { matchLabels: labelsOf(part) },
    },
  ],
  containers: [container(part)],
  volumes: [
    { name: 'tmp', emptyDir: { sizeLimit: '64Mi' } },
    { name: 'rpc-tls', secret: { secretName: tlsSecret, defaultMode: 0o440, items: tlsItems[part] } },
  ],
});

const deployment = (part: Part): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: nameOf(part), labels: labelsOf(part) },
  spec: {
    replicas,
    selector: { matchLabels: labelsOf(part) },
    // One by one, and the new one first.
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    template: { metadata: { labels: labelsOf(part) }, spec: pod(part) },
  },
});

const budget = (part: Part): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: nameOf(part), labels: labelsOf(part) },
  spec: { maxUnavailable: 1, selector: { matchLabels: labelsOf(part) } },
});

const service = (name: string, part: Part, spec: Service['spec']): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, labels: labelsOf(part) },
  spec: { selector: labelsOf(part), ...spec },
});

const services: Service[] = [
  // Gateways find the cores by it, also one that is not ready: they ask each core themselves how it is.
  service(nameOf('core'), 'core', {
    clusterIP: 'None',
    publishNotReadyAddresses: true,
    ports: [{ name: 'rpc', port: 4100, targetPort: 'rpc' }],
  }),
  service('textrelay-devices', 'core', { ports: [{ name: 'devices', port: 4200, targetPort: 'devices' }] }),
  service(nameOf('gateway'), 'gateway', { ports: [{ name: 'http', port: 80, targetPort: 'http' }] }),
];

/** What may collect metrics: pods of a namespace with this label, which the operator gives it. Kubelets probe past every policy. */
const monitoring = { 'textrelay/monitoring': 'true' };

/**
 * Internal calls come from gateways alone, and metrics are read by what collects them. Whoever leads texts and devices in from outside is not
 * known here.
 */
const policy = (part: Part, open: readonly string[], inside: readonly string[]): NetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name: nameOf(part), labels: labelsOf(part) },
  spec: {
    podSelector: { matchLabels: labelsOf(part) },
    policyTypes: ['Ingress'],
    ingress: [
      { ports: open.map((port) => ({ port })) },
      { from: [{ namespaceSelector: { matchLabels: monitoring } }], ports: [{ port: 'ops' }] },
      ...inside.map((port) => ({
        from: [{ podSelector: { matchLabels: labelsOf('gateway') } }],
        ports: [{ port }],
      })),
    ],
  },
});

/** Everything but the database, in the order in which it is best applied. */
export const manifests: readonly object[] = [
  ...services,
  policy('core', ['devices'], ['rpc']),
  policy('gateway', ['http'], []),
  ...(['core', 'gateway'] as const).flatMap((part) => [budget(part), deployment(part)]),
];
