import { expect, test } from 'vitest';
import { fromBututs, toBututs } from './index.ts';

test('an amount becomes bututs and an amount again, whatever its size', () => {
  for (const amount of ['0.00', '0.05', '-0.05', '1.10', '150.00', '999999999.99', '90071992547409.93']) {
    expect(fromBututs(toBututs(amount))).toBe(amount);
  }
  expect(toBututs('150')).toBe(15_000n);
  expect(toBututs('150.5')).toBe(15_050n);
  expect(fromBututs(15_050)).toBe('150.50');
  expect(fromBututs(-5)).toBe('-0.05');
});

test('what is no amount is refused', () => {
  for (const amount of ['', '1.', '.5', '1.234', '1e3', '01', ' 1', '1\n', '1,00']) {
    expect(() => toBututs(amount), amount).toThrow(TypeError);
  }
  for (const bututs of [0.5, Number.NaN, 2 ** 53]) expect(() => fromBututs(bututs)).toThrow(TypeError);
});
