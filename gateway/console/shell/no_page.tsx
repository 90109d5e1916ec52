// Instead of a page: there is none under the path, or it failed.
import { Button } from '@mantine/core';
import { useMatches } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';
import { shell as say } from '../words/en/shell.ts';

export function Missing() {
  // Beside the menu of an account the frame has the page's main part.
  const isFramed = useMatches().length > 1;
  const page = (
    <Page title={say.noPage} lead={say.noPageWhy}>
      <Button component="a" href="/">
        {say.toOverview}
      </Button>
    </Page>
  );
  return isFramed ? page : <main>{page}</main>;
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
