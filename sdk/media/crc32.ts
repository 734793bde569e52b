/** Incremental CRC-32 of ZIP and gzip; files contain `~crc >>> 0`. Source: RFC 1952, 8. */
export const CRC_START = 0xffff_ffff;
const CRC_POLYNOMIAL = 0xedb8_8320;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  return crc;
});

export function updateCrc(crc: number, bytes: Uint8Array): number {
  let next = crc;
  for (const byte of bytes) next = (next >>> 8) ^ (CRC_TABLE[(next ^ byte) & 0xff] ?? 0);
  return next;
}
