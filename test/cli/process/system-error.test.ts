import { describe, expect, test } from 'vitest';
import { describeSystemError } from '#cli/process/system-error.ts';
import { VaultError } from '#contract/errors/vault-error.ts';
import { DatabaseUnavailableError } from '#server/storage/engine/postgres/wire/postgres-error.ts';

describe('describeSystemError', () => {
  test('of a database that does not answer says to run the command again, not that it continues', () => {
    const error = describeSystemError(new DatabaseUnavailableError());
    expect(error).toMatchObject({ code: 'protocol_error' });
    expect(String(error)).toContain('run this again');
    expect(String(error)).not.toContain('continues');
  });

  test('leaves other errors of the vault as they are', () => {
    const error = new VaultError('version_conflict', 'Another version was saved.', {
      headers: { 'x-latest-version-id': 'v' },
    });
    expect(describeSystemError(error)).toBe(error);
  });
});
