import { t } from '#lib/browser/language/words';
import { Button } from '../../ui/button.tsx';

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown };
}

export function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className="mt-4 flex justify-center">
      <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {t('Show more')}
      </Button>
    </div>
  );
}
