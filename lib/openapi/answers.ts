// What the presenters answer, for the description of the API. Strict: a field that a presenter adds and nobody
// describes fails every test that sees it. A schema with an id is described once and referred to. Every field says what
// it is and has an example; a literal is its own, and what has fields has those of its fields (example.ts).

export * from '#lib/openapi/answers/account';
export { pageOf, success } from '#lib/openapi/answers/fields';
export * from '#lib/openapi/answers/payment-links';
export * from '#lib/openapi/answers/payment-requests';
export * from '#lib/openapi/answers/payments';
export * from '#lib/openapi/answers/recipients';
export * from '#lib/openapi/answers/service';
export * from '#lib/openapi/answers/webhooks';
