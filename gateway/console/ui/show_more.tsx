// The end of a list that has more pages.
import { Button } from '@mantine/core';

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export const ShowMore = ({ query }: ShowMoreProps) =>
  query.hasNextPage && (
    <div className="list-end">
      <Button variant="subtle" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
