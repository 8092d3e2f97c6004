import { MissingPage } from '#components/frame/missing-page';
import { t } from '#lib/browser/language/words';

export default function NotFound() {
  return (
    <MissingPage home="/admin">
      {t('The address may be misspelt, or what it names is not there or no longer is.')}
    </MissingPage>
  );
}
