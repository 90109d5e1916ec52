// A page that failed: most often its part belongs to a version that was replaced while the console was open.
import { Button } from '@mantine/core';
import { Empty } from '../ui/state.tsx';

export const Broken = ({ error }: { error: unknown }) => {
  console.error(error);
  return (
    <div className="page" role="alert">
      <Empty
        title="This page could not be shown"
        action={<Button onClick={() => location.reload()}>Load it again</Button>}
      >
        The service may have been updated while this page was open. Nothing that you typed was sent.
      </Empty>
    </div>
  );
};
