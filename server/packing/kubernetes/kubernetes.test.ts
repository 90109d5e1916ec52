// The manifests: what is applied is what the typed objects say, and every pod is as careful as the guide promises.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasPythonModule, testNeeding } from '../../../test/support/programs.ts';
import { database } from './database.ts';
import { manifestFiles } from './manifest_files.ts';
import { manifests } from './manifests.ts';
import { writeYaml } from './write_yaml.ts';

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

test('internal calls come from gateways alone, and metrics are read from namespaces that are named for it', () => {
  const rules = findAll(manifests, 'ingress').flat() as { from?: unknown; ports: { port: string }[] }[];
  const open = rules.filter(({ from }) => from === undefined).flatMap(({ ports }) => ports);
  expect(open.map(({ port }) => port).sort()).toEqual(['devices', 'http']);
  const monitoring = [{ namespaceSelector: { matchLabels: { 'textrelay/monitoring': 'true' } } }];
  expect(rules.filter(({ from }) => from !== undefined)).toMatchObject([
    { from: monitoring, ports: [{ port: 'ops' }] },
    { from: [{ podSelector: {} }], ports: [{ port: 'rpc' }] },
    { from: monitoring, ports: [{ port: 'ops' }] },
  ]);
});

test('calls between pods are made by TLS, and cores alone have the key', () => {
  const variables = findAll(manifests, 'env').map((list) =>
    (list as { name: string }[]).map(({ name }) => name),
  );
  expect(variables[0]).toEqual(expect.arrayContaining(['TEXTRELAY_CORE_TLS_CERT', 'TEXTRELAY_CORE_TLS_KEY']));
  for (const names of variables)
    expect(names).toEqual(expect.arrayContaining(['TEXTRELAY_CORE_TLS_CA', 'TEXTRELAY_CORE_TLS_NAME']));
  const keys = findAll(manifests, 'items').map((items) => (items as { key: string }[]).map(({ key }) => key));
  expect(keys).toEqual([['ca.crt', 'tls.crt', 'tls.key'], ['ca.crt']]);
});

test('a text that was acknowledged is on two nodes of the database', () => {
  expect(database.spec.instances).toBe(3);
  expect(database.spec.postgresql.synchronous).toEqual({
    method: 'any',
    number: 1,
    dataDurability: 'required',
  });
});
