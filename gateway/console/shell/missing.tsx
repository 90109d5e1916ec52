// A path without a page.
import { Button } from '@mantine/core';
import { useTitle } from '../ui/page.tsx';
import { Empty } from '../ui/state.tsx';

export function Missing() {
  useTitle('Not found');
  return (
    <main className="page">
      <Empty
        title="There is no page here"
        action={
          <Button component="a" href="/">
            To the overview
          </Button>
        }
      >
        The address may be mistyped, or what it named is gone.
      </Empty>
    </main>
  );
}
