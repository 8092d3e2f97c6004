import { MissingPage } from '#components/frame/missing-page';
import { t } from '#lib/browser/language/words';

export default function NotFound() {
  return (
    <MissingPage home="/dashboard">
      {t(
        'The address may be misspelt, or what it names may belong to the other environment, which the switch at the top of the navigation shows.',
      )}
    </MissingPage>
  );
}
