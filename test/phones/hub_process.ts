// How the hub is started as a process of its own; the one place of these tests that knows.
import { type RunningProcess, startProcess } from '../support/processes.ts';

export const startHub = ({
  dir,
  port,
  corePort,
}: {
  dir: string;
  port: number;
  corePort: number;
}): Promise<RunningProcess> =>
  startProcess('device-agent/main.ts', ['phones'], {
    TEXTRELAY_HUB_LISTEN: `127.0.0.1:${port}`,
    TEXTRELAY_HUB_DIR: dir,
    TEXTRELAY_HUB_CORE: `http://127.0.0.1:${corePort}`,
  });
