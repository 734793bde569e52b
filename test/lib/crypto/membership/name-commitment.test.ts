/** What the signed list holds of a name binds it, and tells nobody without the salt which it is. */
import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { CryptoError } from '#crypto/crypto-error.ts';
import { isCommittedName, NAME_SALT_BYTES, nameCommitment } from '#crypto/membership/name-commitment.ts';

const NAME = 'Dr. Östlund';
const salt = (byte: number, length = NAME_SALT_BYTES) => Buffer.alloc(length, byte).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

test('of records without a salt it is SHA-256 of the name, as it ever was', () => {
  expect(nameCommitment(NAME, null)).toBe(sha256(NAME));
});

test('with a salt it is HMAC-SHA256 over the labelled name, by another library too', () => {
  const field = (tag: number, content: Buffer) => {
    const head = Buffer.alloc(5);
    head.writeUInt8(tag);
    head.writeUInt32BE(content.length, 1);
    return Buffer.concat([head, content]);
  };
  const message = Buffer.concat([field(1, Buffer.from('srv.v1/name')), field(2, Buffer.from(NAME))]);
  const key = Buffer.alloc(NAME_SALT_BYTES, 7);
  expect(nameCommitment(NAME, salt(7))).toBe(createHmac('sha256', key).update(message).digest('base64url'));
});

test('another name, another salt or none is not the one that was committed to', () => {
  const commitment = nameCommitment(NAME, salt(7));
  expect(isCommittedName(commitment, NAME, salt(7))).toBe(true);
  for (const [name, with_] of [
    ['Dr. Ostlund', salt(7)],
    [NAME, salt(8)],
    [NAME, null],
  ] as const)
    expect(isCommittedName(commitment, name, with_)).toBe(false);
  expect(isCommittedName(undefined, NAME, null)).toBe(false);
});

// HMAC fills a short key with zeros: two lengths would be two salts of one commitment.
test.each(['', salt(0, 31), salt(0, 33), 'no base64url'])('the salt «%s» is none', (wrong) => {
  expect(() => nameCommitment(NAME, wrong)).toThrow(CryptoError);
  expect(isCommittedName(nameCommitment(NAME, salt(0)), NAME, wrong)).toBe(false);
});
