// Instead of a page: there is none under the path, or it failed.
import { Button } from '@mantine/core';
import { useTitle } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';

export function Missing() {
  useTitle('Not found');
  const action = (
    <Button component="a" href="/">
      To the overview
    </Button>
  );
  return (
    <main className="page">
      <Empty title="There is no page here" action={action}>
        The address may be mistyped, or what it named is gone.
      </Empty>
    </main>
  );
}

/** A page that failed. Most often it belongs to a version that was replaced while the console was open. */
export function Broken({ error }: { error: unknown }) {
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
}
