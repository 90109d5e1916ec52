// The manifests: what is applied is what the typed objects say, and every pod is as careful as the guide promises.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { NetworkPolicy } from 'kubernetes-types/networking/v1.js';
import { expect, test } from 'vitest';
import { createAuthority, writeTexts } from '../../../test/support/certificates.ts';
import { hasPythonModule, testNeeding } from '../../../test/support/programs.ts';
import { readConnection } from '../../cli/core_client/config.ts';
import { readCoreTls, readListenerTls } from '../../config/config_tls.ts';
import { database } from './database.ts';
import { manifestFiles } from './manifest_files.ts';
import { manifests } from './manifests.ts';
import { writeYaml } from './write_yaml.ts';

const guide = readFileSync(
  join(import.meta.dirname, '../../../gateway/docs/guides/installing.md'),
  'utf8',
).replace(/\s+/g, ' ');

/** What another program reads of YAML. */
function readByPython(text: string): unknown {
  const script = 'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin))))';
  return JSON.parse(execFileSync('python3', ['-c', script], { input: text, encoding: 'utf8' }));
}

/** Everything of that name in the manifests, however deep it lies. */
function findAll(value: unknown, name: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(key === name ? [each] : []),
    ...findAll(each, name),
  ]);
}

test('the files are what the objects say: npm run generate writes them', () => {
  for (const [name, text] of Object.entries(manifestFiles))
    expect(readFileSync(join(import.meta.dirname, name), 'utf8')).toBe(text);
});

testNeeding(hasPythonModule('yaml'), "Python's yaml", 'another reader of YAML sees the same', () => {
  const odd = [
    { a: ['no', '1', 'x: y', '', '#', "it's", 'ü'], b: [[1, 2], { c: [], d: {} }], e: true, f: -1 },
  ];
  expect(readByPython(writeYaml(odd))).toEqual(odd);
  expect(readByPython(writeYaml(manifests))).toEqual(JSON.parse(JSON.stringify(manifests)));
  expect(readByPython(writeYaml([database]))).toEqual([database]);
});

test('no pod runs as root, writes to its image or has a right, and each has its probes', () => {
  const containers = findAll(manifests, 'containers').flat() as Record<string, unknown>[];
  expect(containers.map(({ name }) => name)).toEqual(['core', 'gateway']);
  for (const { securityContext, startupProbe, livenessProbe, readinessProbe, resources } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(findAll([startupProbe, livenessProbe, readinessProbe], 'path')).toEqual([
      '/healthz',
      '/healthz',
      '/readyz',
    ]);
    expect(findAll(resources, 'memory')).toHaveLength(2);
  }
  expect(findAll(manifests, 'runAsNonRoot')).toEqual([true, true]);
  expect(findAll(manifests, 'automountServiceAccountToken')).toEqual([false, false]);
});

/** The pods of the manifests by their component, of whatever kind of object; a Job or a bare pod would fail here. */
const workloads = manifests.filter((each) => findAll(each, 'containers').length > 0) as Deployment[];
const componentOf = ({ labels }: { labels?: Record<string, string> } = {}) =>
  labels?.['app.kubernetes.io/component'] ?? '';
const selects = (labels: Record<string, string> = {}, pod: Record<string, string> = {}) =>
  Object.entries(labels).every(([name, value]) => pod[name] === value);

/** For each port of each pod, from where policies let it be reached. */
function readReach(objects: readonly object[]): Record<string, Record<string, unknown[]>> {
  const policies = objects.filter(
    (each) => 'kind' in each && each.kind === 'NetworkPolicy',
  ) as NetworkPolicy[];
  return Object.fromEntries(
    workloads.map(({ spec }) => {
      const { metadata: of, spec: pod } = spec?.template ?? {};
      const mine = policies.filter(
        ({ spec: policy }) =>
          policy?.policyTypes?.includes('Ingress') && selects(policy.podSelector?.matchLabels, of?.labels),
      );
      const rules = mine.flatMap(({ spec: policy }) => policy?.ingress ?? []);
      const names = (pod?.containers ?? []).flatMap(({ ports }) =>
        (ports ?? []).map(({ name = '' }) => name),
      );
      const reachOf = (name: string) =>
        mine.length === 0
          ? ['no policy']
          : rules
              .filter(({ ports }) => ports === undefined || ports.some(({ port }) => port === name))
              .flatMap(({ from }): unknown[] => from ?? ['anywhere']);
      return [componentOf(of), Object.fromEntries(names.map((name) => [name, reachOf(name)]))];
    }),
  );
}

test('each port is reached by those alone that the guide names: gateways, collectors of metrics, or anybody', () => {
  const labels = { 'app.kubernetes.io/name': 'textrelay', 'app.kubernetes.io/component': 'gateway' };
  const gateways = [{ podSelector: { matchLabels: labels } }];
  const monitoring = [{ namespaceSelector: { matchLabels: { 'textrelay/monitoring': 'true' } } }];
  const reach = {
    core: { rpc: gateways, devices: ['anywhere'], ops: monitoring },
    gateway: { http: ['anywhere'], ops: monitoring },
  };
  expect(readReach(manifests)).toEqual(reach);
  expect(guide).toContain('kubectl label namespace monitoring textrelay/monitoring=true');
  const without = manifests.filter((each) => !findAll(each, 'policyTypes').length);
  expect(Object.values(readReach(without)).flatMap((ports) => Object.values(ports).flat())).toEqual(
    Array(5).fill('no policy'),
  );
});

/** A container's variables, those of secrets with a value of their own. `files`: where those of the mounted secrets are. */
function environmentOf({ spec }: Deployment, files: Record<string, string>): Record<string, string> {
  const { containers = [], volumes = [] } = spec?.template.spec ?? {};
  const there: Record<string, string> = {};
  for (const { name, mountPath } of containers[0]?.volumeMounts ?? [])
    for (const { key, path } of volumes.find((each) => each.name === name)?.secret?.items ?? [])
      there[`${mountPath}/${path}`] = files[key] ?? '/not/there';
  return Object.fromEntries(
    (containers[0]?.env ?? []).map(({ name, value = 'a-secret-of-the-cluster' }) => [
      name,
      value.startsWith('/') ? (there[value] ?? '/not/mounted') : value,
    ]),
  );
}

test('each container that has the service credential takes calls by TLS alone, or calls cores by it', async () => {
  const authority = await createAuthority();
  const { cert, key } = await authority.issue({ names: ['textrelay-core'] });
  const files = writeTexts({ 'tls.crt': cert, 'tls.key': key, 'ca.crt': authority.cert });
  const roles = workloads.map((workload) => {
    const environment = environmentOf(workload, files);
    const errors: string[] = [];
    const takes = readListenerTls(environment, errors).rpc !== undefined;
    const calls = readCoreTls(environment, errors)?.name;
    const hasToken = 'TEXTRELAY_SERVICE_TOKEN' in environment;
    const address = environment.TEXTRELAY_CORE_ADDRESS;
    return [componentOf(workload.spec?.template.metadata), { hasToken, address, takes, calls, errors }];
  });
  expect(Object.fromEntries(roles)).toEqual({
    core: { hasToken: true, address: undefined, takes: true, calls: undefined, errors: [] },
    gateway: {
      ...{ hasToken: true, address: 'textrelay-core:4100', takes: false, calls: 'textrelay-core' },
      errors: [],
    },
  });
});

test('a container listens at the ports that it declares, and at no other', () => {
  for (const { spec } of workloads)
    for (const { env = [], ports = [] } of spec?.template.spec?.containers ?? []) {
      const listens = env.filter(({ name }) => name.endsWith('_LISTEN')).map(({ value }) => value);
      expect(listens.sort()).toEqual(ports.map(({ containerPort }) => `0.0.0.0:${containerPort}`).sort());
    }
});

test('the key of the cores is given to no caller', () => {
  const keys = findAll(manifests, 'items').map((items) => (items as { key: string }[]).map(({ key }) => key));
  expect(keys).toEqual([['tls.crt', 'tls.key'], ['ca.crt']]);
});

test('the operator’s commands of the guide run where the address of a core and the credential are', () => {
  const within = [...guide.matchAll(/exec deploy\/(\S+) -- textrelay admin/g)].map(([, name]) => name);
  expect(within.length).toBeGreaterThan(0);
  for (const name of within) {
    const workload = workloads.find(({ metadata }) => metadata?.name === name) as Deployment;
    const { TEXTRELAY_CORE_TLS_CA: _, ...environment } = environmentOf(workload, {});
    expect(readConnection(environment).core).toBe('textrelay-core:4100');
  }
});

test('a text that was acknowledged is on two nodes of the database', () => {
  expect(database.spec.instances).toBe(3);
  expect(database.spec.postgresql.synchronous).toEqual({
    method: 'any',
    number: 1,
    dataDurability: 'required',
  });
});
