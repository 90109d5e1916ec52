// How Patroni and etcd are set up: with short clocks, so that a round does not last minutes, and otherwise as an operator
// would have them who wants to lose nothing.
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { mayConfine } from '../../confined.ts';

/** Whether commits wait for a standby: for one if there is one, always, or never. */
export const clusterModes = ['synchronous', 'strict', 'asynchronous'] as const;
export type ClusterMode = (typeof clusterModes)[number];

export interface ClusterSetting {
  mode: ClusterMode;
  /** How old a leader's key may be, in seconds. */
  ttl: number;
}

export const ports = { postgres: 5432, patroni: 8008, etcd: 2379, etcdPeers: 2380 } as const;
export const passwords = { postgres: 'super', replicator: 'replica', rewinder: 'rewind', textrelay: 'relay' };
export const scope = 'campaign';

/** How often the leader's key is renewed, and how long that is tried; in seconds. */
const clocks = { loop_wait: 1, retry_timeout: 3 };

const binaries = globSync('/usr/lib/postgresql/*/bin').sort().at(-1);

/** What is missing on this machine; undefined when a cluster can be started. */
export function missingForCluster(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can give a machine a network of its own';
  const programs = ['patroni', 'etcd', 'ip', 'nsenter', 'unshare', 'setpriv'];
  const places = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/usr/local/bin'];
  const missing = programs.filter((name) => !places.some((place) => existsSync(join(place, name))));
  if (binaries === undefined) missing.push('postgresql');
  if (missing.length > 0)
    return `${missing.join(', ')} is missing: apt-get install patroni python3-etcd etcd-server postgresql iproute2`;
  return mayConfine() ? undefined : 'this machine allows no namespaces with disks and a network of their own';
}

/** The arguments of a node's etcd. */
export function etcdArguments(number: number, addresses: readonly string[], dataDir: string): string[] {
  const peer = (address: string) => `http://${address}:${ports.etcdPeers}`;
  const [address = ''] = addresses.slice(number - 1);
  const client = `http://${address}:${ports.etcd}`;
  return [
    ...['--name', `etcd${number}`, '--data-dir', dataDir, '--log-level', 'warn'],
    // Patroni's newer interface to etcd lets a frozen primary that wakes take the leader's key in Debian's version 3.0.2.
    '--enable-v2',
    ...['--heartbeat-interval', '100', '--election-timeout', '1000'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer(address), '--initial-advertise-peer-urls', peer(address)],
    '--initial-cluster',
    addresses.map((each, index) => `etcd${index + 1}=${peer(each)}`).join(','),
  ];
}

/** The file of a node's Patroni: JSON is YAML. */
export function patroniFile(options: {
  number: number;
  addresses: readonly string[];
  addressOfFirstCore: string;
  form: ClusterSetting;
  /** Of the node's data, sockets and passwords. */
  folder: string;
  /** Run once, when the first node is there. */
  bootstrapScript: string;
}): string {
  const { number, addresses, addressOfFirstCore, form, folder, bootstrapScript } = options;
  const { mode, ttl } = form;
  const address = addresses[number - 1] as string;
  const at = (port: number) => ({ listen: `${address}:${port}`, connect_address: `${address}:${port}` });
  const login = (username: keyof typeof passwords) => ({ username, password: passwords[username] });
  return JSON.stringify({
    scope,
    name: nodeName(number),
    restapi: at(ports.patroni),
    etcd: { hosts: addresses.map((each) => `${each}:${ports.etcd}`).join(',') },
    bootstrap: {
      dcs: {
        ...clocks,
        ttl,
        maximum_lag_on_failover: 1_048_576,
        // A primary that was killed is not waited for: another node takes over.
        primary_start_timeout: 0,
        synchronous_mode: mode !== 'asynchronous',
        synchronous_mode_strict: mode === 'strict',
        postgresql: { use_pg_rewind: true, parameters: serverParameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      post_bootstrap: bootstrapScript,
    },
    postgresql: {
      ...at(ports.postgres),
      listen: `${address},${addressOfFirstCore}:${ports.postgres}`,
      data_dir: join(folder, 'pg'),
      bin_dir: binaries,
      pgpass: join(folder, 'passwords'),
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 10.77.0.0/24 scram-sha-256',
        'host replication replicator 10.77.0.0/24 scram-sha-256',
      ],
      // A new standby waits for no leisurely checkpoint.
      basebackup: { checkpoint: 'fast' },
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
    watchdog: { mode: 'off' },
  });
}

export const nodeName = (number: number) => `node-${number}`;

const serverParameters = {
  max_connections: 100,
  shared_buffers: '64MB',
  wal_keep_size: '128MB',
  max_wal_size: '256MB',
  wal_log_hints: 'on',
  // A standby, or a primary, that is cut off is noticed in 5 s instead of 60.
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  tcp_keepalives_idle: 3,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
};

/** Makes the service's role and database; Patroni gives the new server's address. */
export const bootstrapSql = `#!/bin/sh
exec psql -v ON_ERROR_STOP=1 "$1" -c "create role textrelay login password '${passwords.textrelay}'" \\
  -c 'create database textrelay owner textrelay'
`;
