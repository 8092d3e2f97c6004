import { PageSkeleton } from '#components/frame/page-skeleton';

/** Stands in the frame from the click until the page is there. */
export default function Loading() {
  return <PageSkeleton />;
}
