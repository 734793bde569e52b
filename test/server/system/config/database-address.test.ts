import { describe, expect, test } from 'vitest';
import {
  containsPassword,
  hostAddresses,
  isSameDatabase,
  parseDatabaseAddress,
  withoutPassword,
} from '#server/system/config/database-address.ts';

describe('the address of a database', () => {
  test('names one host, or several apart by commas, each with its port', () => {
    expect(hostAddresses('postgres://v@a/db')).toEqual(['postgres://v@a/db']);
    expect(
      hostAddresses('postgresql://v@a:1,[::1]:2,c/db?sslmode=verify-full&target_session_attrs=read-write'),
    ).toEqual([
      'postgresql://v@a:1/db?sslmode=verify-full',
      'postgresql://v@[::1]:2/db?sslmode=verify-full',
      'postgresql://v@c/db?sslmode=verify-full',
    ]);
  });

  test('names them behind the question mark too, with a port for each or one for all', () => {
    const hosts = (address: string) =>
      hostAddresses(address).map((each) => {
        const { searchParams } = new URL(each);
        return [searchParams.get('host'), searchParams.get('port')];
      });
    expect(hosts('postgres:///db?user=v&host=a,/run/b&port=1,2')).toEqual([
      ['a', '1'],
      ['/run/b', '2'],
    ]);
    expect(hosts('postgres:///db?user=v&host=a,b&port=7')).toEqual([
      ['a', '7'],
      ['b', '7'],
    ]);
  });

  test.each([
    'postgres://v@a,/db',
    'postgres://v@a:1,b:no/db',
    'postgres://v@a,b',
    'postgres://v@a,b/',
    'postgres:///db?host=a,b&port=1,2,3',
    'mysql://v@a,b/db',
    'postgres://v:secret@a,b/db?target_session_attrs=standby',
  ])('%s is refused without being repeated', (address) => {
    const refused = expect.objectContaining({
      code: 'invalid_request',
      message: expect.not.stringContaining('secret'),
    });
    expect(() => parseDatabaseAddress(address)).toThrow(refused);
  });

  test('is shown without a password, and is the same with its hosts in another order', () => {
    const address = 'postgres://v:secret@a:1,b:2/db?password=secret&target_session_attrs=primary';
    expect(containsPassword(address)).toBe(true);
    const shown = withoutPassword(address);
    expect(shown).not.toContain('secret');
    expect(hostAddresses(shown)).toEqual(['postgres://v@a:1/db', 'postgres://v@b:2/db']);
    expect(isSameDatabase(address, 'postgres://v@b:2,a:1/db')).toBe(true);
    expect(isSameDatabase(address, 'postgres://v@a:1/db')).toBe(false);
  });
});
