/** Tests which framing of a peer's bytes is cut before the DICOM library sees it. */
import { expect, test } from 'vitest';
import { createPduGuard } from '#server/imaging/dimse/pdu-guard.ts';

const P_DATA = 4;
const RELEASE = 5;

function pdu(type: number, bytes: number): Uint8Array {
  const whole = Buffer.alloc(6 + bytes);
  whole[0] = type;
  whole.writeUInt32BE(bytes, 2);
  return whole;
}

test.each([0, 1, 5])('data of %i bytes, less than the head of one fragment, is cut', (bytes) => {
  expect(createPduGuard()(pdu(P_DATA, bytes))).toBe(false);
});

test('data of one fragment is let through, and so is a release', () => {
  const admits = createPduGuard();
  expect(admits(pdu(P_DATA, 8))).toBe(true);
  expect(admits(pdu(RELEASE, 4))).toBe(true);
});
