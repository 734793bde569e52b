/** The few ASN.1 DER forms a PKCS#12 file is made of. Source: ITU-T X.690. */

const SEQUENCE = 0x30;
const SET = 0x31;

function tagged(tag: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const digits = Buffer.alloc(4);
  digits.writeUInt32BE(length);
  const significant = digits.subarray(digits.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([0x80 | significant.length]), significant]);
}

export function sequence(...items: readonly Uint8Array[]): Buffer {
  return tagged(SEQUENCE, Buffer.concat(items));
}

export function setOf(...items: readonly Uint8Array[]): Buffer {
  return tagged(SET, Buffer.concat(items));
}

/** Non-negative, below 2^31. */
export function integer(value: number): Buffer {
  const digits = Buffer.alloc(5);
  digits.writeUInt32BE(value, 1);
  let start = 0;
  while (start < 4 && digits[start] === 0 && (digits[start + 1] ?? 0) < 0x80) start += 1;
  return tagged(0x02, digits.subarray(start));
}

export function octetString(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

export function nullValue(): Buffer {
  return tagged(0x05, Buffer.alloc(0));
}

/** UTF-16 big endian, as PKCS#12 wants friendly names. */
export function bmpString(text: string): Buffer {
  return tagged(0x1e, Buffer.from(text, 'utf16le').swap16());
}

/** `[number] EXPLICIT`. */
export function explicit(number: number, content: Uint8Array): Buffer {
  return tagged(0xa0 | number, content);
}

/** `[number] IMPLICIT OCTET STRING`. */
export function implicitOctets(number: number, bytes: Uint8Array): Buffer {
  return tagged(0x80 | number, bytes);
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Buffer.concat([first * 40 + second, ...rest].map(base128)));
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}
