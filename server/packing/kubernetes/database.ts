// PostgreSQL on Kubernetes by CloudNativePG, as an example: three nodes, of which one has each text before it is acknowledged.
import type { ObjectMeta } from 'kubernetes-types/meta/v1.js';

/** What is said of a cluster here, of what CloudNativePG 1.24 and newer take. */
interface Cluster {
  apiVersion: 'postgresql.cnpg.io/v1';
  kind: 'Cluster';
  metadata: ObjectMeta;
  spec: {
    instances: number;
    bootstrap: { initdb: { database: string; owner: string; encoding: string } };
    storage: { size: string };
    walStorage: { size: string };
    postgresql: {
      synchronous: { method: 'any' | 'first'; number: number; dataDurability: 'required' | 'preferred' };
      parameters: Record<string, string>;
    };
    resources: { requests: Record<string, string>; limits: Record<string, string> };
    affinity: { podAntiAffinityType: 'required' | 'preferred' };
  };
}

/** Its secret `textrelay-database-app` has the address under `uri`, which leads to the primary. */
export const database: Cluster = {
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  metadata: { name: 'textrelay-database' },
  spec: {
    instances: 3,
    bootstrap: { initdb: { database: 'textrelay', owner: 'textrelay', encoding: 'UTF8' } },
    storage: { size: '50Gi' },
    walStorage: { size: '10Gi' },
    postgresql: {
      // Without one of the others nothing is acknowledged: no failover loses a text.
      synchronous: { method: 'any', number: 1, dataDurability: 'required' },
      parameters: { max_connections: '100', shared_buffers: '512MB' },
    },
    resources: { requests: { cpu: '1', memory: '2Gi' }, limits: { memory: '2Gi' } },
    affinity: { podAntiAffinityType: 'required' },
  },
};
