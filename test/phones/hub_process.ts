// Starts the hub as a process of its own. No other place in these tests knows how.
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
