import { MissingPage } from '#components/frame/missing-page';

export default function NotFound() {
  return (
    <MissingPage home="/admin">
      The address may be misspelt, or what it names is not there or no longer is.
    </MissingPage>
  );
}
