/**
 * Arithmetic in GHASH's field, to build one ciphertext with a valid raw GCM tag under two keys. Elements are bigints
 * with the block's first bit as the most significant.
 * Source: NIST SP 800-38D section 6.3; Dodis et al. 2018, "Fast message franking".
 */
const R = 0xe1n << 120n;
const ONE = 1n << 127n;

export function toElement(block: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(block).toString('hex')}`);
}

export function toBlock(element: bigint): Uint8Array {
  return Buffer.from(element.toString(16).padStart(32, '0'), 'hex');
}

export function multiply(x: bigint, y: bigint): bigint {
  let product = 0n;
  let factor = y;
  for (let bit = 127n; bit >= 0n; bit -= 1n) {
    if ((x >> bit) & 1n) product ^= factor;
    factor = factor & 1n ? (factor >> 1n) ^ R : factor >> 1n;
  }
  return product;
}

export function power(x: bigint, exponent: bigint): bigint {
  let result = ONE;
  let square = x;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/** Inverse by Fermat: x^(2^128 - 2). */
export function invert(x: bigint): bigint {
  return power(x, (1n << 128n) - 2n);
}
