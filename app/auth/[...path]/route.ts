import { pathNotFound } from '#lib/http/not-found';

export const GET = pathNotFound;
export const HEAD = pathNotFound;
export const POST = pathNotFound;
export const PUT = pathNotFound;
export const PATCH = pathNotFound;
export const DELETE = pathNotFound;
export const OPTIONS = pathNotFound;
