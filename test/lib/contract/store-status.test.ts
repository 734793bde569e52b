import { describe, expect, test } from 'vitest';
import { VaultError } from '#contract/errors/vault-error.ts';
import { storeStatusOf } from '#contract/imaging/store-status.ts';

describe('what a sender of pictures is told', () => {
  test('of an object that cannot be stored: that it is the object', () => {
    expect(storeStatusOf(new VaultError('invalid_request', 'It names no study.'))).toBe(0xa900);
  });

  test.each([
    Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
    new VaultError('protocol_error', 'Storage failed.'),
    new VaultError('request_too_large', 'Larger than the vault receives.'),
    new TypeError('of our own'),
  ])('of a failure here (%s): to keep it and try again', (error) => {
    expect(storeStatusOf(error)).toBe(0xa700);
  });
});
