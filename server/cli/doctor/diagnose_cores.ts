// What the cores answer when the operator asks how they are: each one that is named in TEXTRELAY_CORE_ADDRESS.
import type { MessageShape } from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import {
  type DiagnoseResponseSchema,
  FindingLevel,
} from '../../../proto/gen/textrelay/v1/operations_service_pb.ts';
import type { Finding } from '../../../runtime/cli/findings.ts';
import type { Connection } from '../core_client/config.ts';
import type { CoreClient } from '../core_client/core_client.ts';
import { explainCall } from '../core_client/explain_call.ts';

type Answer = MessageShape<typeof DiagnoseResponseSchema>;

/** What a core answered. */
export interface DiagnosedCore {
  /** host:port. */
  address: string;
  /** Undefined for one that cannot be asked. */
  answer: Answer | undefined;
  findings: Finding[];
}

/** A level that a newer core has and this program does not know is no fault. */
const levels: Readonly<Partial<Record<FindingLevel, Finding['level']>>> = {
  [FindingLevel.OK]: 'ok',
  [FindingLevel.WARNING]: 'warning',
  [FindingLevel.FAULT]: 'fault',
};

const toFinding = ({ level, what, detail, advice }: Answer['findings'][number]): Finding => ({
  level: levels[level] ?? 'warning',
  what,
  detail,
  ...(advice !== '' && { advice }),
});

const advice =
  'Start it, or correct TEXTRELAY_CORE_ADDRESS and TEXTRELAY_SERVICE_TOKEN. Its log says what it waits for.';

async function diagnoseOne(
  connection: Connection,
  open: (at: Connection) => CoreClient,
): Promise<DiagnosedCore> {
  const { core: address } = connection;
  const client = open(connection);
  try {
    const answer = await client.diagnose({});
    const here: Finding = {
      level: 'ok',
      what: 'core',
      detail: `${address} answers, version ${answer.version}`,
    };
    return { address, answer, findings: [here, ...answer.findings.map(toFinding)] };
  } catch (error) {
    const detail = `${address}: ${error instanceof ConnectError ? explainCall(error) : 'it cannot be asked'}`;
    return { address, answer: undefined, findings: [{ level: 'fault', what: 'core', detail, advice }] };
  } finally {
    client.close();
  }
}

export const diagnoseCores = (
  connections: readonly Connection[],
  open: (at: Connection) => CoreClient,
): Promise<DiagnosedCore[]> => Promise.all(connections.map((connection) => diagnoseOne(connection, open)));

const keyOf = ({ level, what, detail }: Finding) => `${level} ${what} ${detail}`;

/** The findings of all cores: what all that answer say stands once, and of anything else stands where it was found. */
export function mergeFindings(cores: readonly DiagnosedCore[]): Finding[] {
  const answering = cores.filter(({ answer }) => answer !== undefined);
  const said = Map.groupBy(
    cores.flatMap(({ address, findings }) => findings.map((finding) => ({ address, finding }))),
    ({ finding }) => keyOf(finding),
  );
  return [...said.values()].flatMap((same) => {
    const [{ finding, address }] = same as [(typeof same)[number]];
    const isOfAll = same.length === answering.length || finding.what === 'core';
    if (isOfAll) return [finding];
    const at = same.length === 1 ? address : same.map((one) => one.address).join(', ');
    return [{ ...finding, detail: `${finding.detail} (${at})` }];
  });
}
