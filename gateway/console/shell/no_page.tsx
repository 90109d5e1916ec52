// Instead of a page: there is none under the path, or it failed.
import { Button } from '@mantine/core';
import { useTitle } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';
import { shell as say } from '../words/en/shell.ts';

export function Missing() {
  useTitle(say.notFound);
  const action = (
    <Button component="a" href="/">
      {say.toOverview}
    </Button>
  );
  return (
    <main className="page">
      <Empty title={say.noPage} action={action}>
        {say.noPageWhy}
      </Empty>
    </main>
  );
}

/** A page that failed. Most often it belongs to a version that was replaced while the console was open. */
export function Broken({ error }: { error: unknown }) {
  console.error(error);
  return (
    <div className="page" role="alert">
      <Empty title={say.broken} action={<Button onClick={() => location.reload()}>{say.reload}</Button>}>
        {say.brokenWhy}
      </Empty>
    </div>
  );
}
