import { expect, test } from 'vitest';
import { validationError } from '#lib/http/respond';

const fault = (path: string, message: string) => ({ path, message, code: 'invalid' });

test('the message of a VALIDATION_ERROR names each field with what is wrong with it, and three of many', () => {
  const messageOf = (...faults: ReturnType<typeof fault>[]) => validationError(faults).message;
  expect(messageOf(fault('limit', 'The limit must be from 1.'))).toBe('The limit must be from 1.');
  expect(messageOf(fault('amount', 'amount is required.'))).toBe('amount is required.');
  expect(messageOf(fault('', 'Name a field.'), fault('since', 'This must be a time.'))).toBe(
    'The body: Name a field. since: This must be a time.',
  );
  const many = ['a', 'b', 'c', 'd', 'e'].map((path) => fault(path, `This must be ${path}.`));
  expect(messageOf(...many)).toBe(
    'a: This must be a. b: This must be b. c: This must be c. 2 more: see details.fields.',
  );
  expect(validationError(many).details).toEqual({ fields: many });
});
