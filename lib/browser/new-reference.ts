/** A reference of a form, such as `REF-8F3A91C07B`: 40 random bits; one that was used before is refused, and no money moves. */
export function newReference(prefix: 'REF' | 'REQ' | 'SET'): string {
  return `${prefix}-${randomHex(5).toUpperCase()}`;
}

/** Apart from ids (`new-id.ts`), whose library most pages need not load. */
export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
