// A small button that downloads a part of the page.
import { Button } from '@mantine/core';
import { useAccountId } from '../../api/account.ts';
import { withQuery } from '../../api/ask.ts';
import { downloadCsv } from '../../ui/download_csv.ts';
import { Icon } from '../../ui/icons.tsx';
import { stats as say } from '../../words/en/stats.ts';

interface DownloadProps {
  /** What is downloaded, in words. */
  what: string;
  path: string;
  query?: Parameters<typeof withQuery>[1];
  /** How its file is called. */
  name: string;
}

export function DownloadButton({ what, path, query = {}, name }: DownloadProps) {
  const account = useAccountId();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<Icon name="download" size={16} />}
      aria-label={say.downloadOf(what)}
      onClick={() => void downloadCsv(withQuery(path, query), account, name)}
    >
      {say.download}
    </Button>
  );
}
