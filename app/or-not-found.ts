import { notFound } from 'next/navigation';
import { AppError } from '#lib/errors';

/** What a verb finds, or the page that says that there is nothing. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) notFound();
    throw error;
  }
}
