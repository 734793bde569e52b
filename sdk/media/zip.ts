/**
 * Streams files as one zip without compression, because most are already compressed. Length and checksum follow each
 * file. Source: APPNOTE.TXT 6.3.10, 4.3.
 */
import { concatBytes } from '#bytes/concat-bytes.ts';
import { CRC_START, updateCrc } from './crc32.ts';
import type { MediaFile } from './dicom-media.ts';

const LOCAL_FILE = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_FILE = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** Bit 3: a descriptor has length and checksum; bit 11: names are UTF-8. */
const FLAGS = 0x0808;
/** 1980-01-01, because the files' dates are private. */
const DOS_DATE = 0x0021;
const LENGTH_MAX_BYTES = 0xffff_ffff;
const FILES_MAX_COUNT = 0xffff;

/** Streams files as a zip. @throws RangeError beyond 4 GiB or 65,535 files. */
export async function* zipOf(
  files: Iterable<MediaFile> | AsyncIterable<MediaFile>,
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = [];
  let at = 0;
  for await (const { path, content } of files) {
    const name = new TextEncoder().encode(path.join('/'));
    const begins = at;
    const local = fields(
      [4, LOCAL_FILE],
      [2, VERSION],
      [2, FLAGS],
      [2, 0],
      [2, 0],
      [2, DOS_DATE],
      ...noLengths,
      [2, name.length],
      [2, 0],
    );
    yield concatBytes([local, name]);
    at += local.length + name.length;
    let length = 0;
    let crc = CRC_START;
    for await (const piece of content()) {
      crc = updateCrc(crc, piece);
      length += piece.length;
      yield piece;
    }
    const checked: Field[] = [
      [4, ~crc >>> 0],
      [4, length],
      [4, length],
    ];
    const descriptor = fields([4, DESCRIPTOR], ...checked);
    yield descriptor;
    at += length + descriptor.length;
    directory.push(
      fields(
        [4, CENTRAL_FILE],
        [2, VERSION],
        [2, VERSION],
        [2, FLAGS],
        [2, 0],
        [2, 0],
        [2, DOS_DATE],
        ...checked,
        [2, name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, begins],
      ),
      name,
    );
    if (at > LENGTH_MAX_BYTES || directory.length / 2 > FILES_MAX_COUNT)
      throw new RangeError('This is too much for one zip. Use a folder.');
  }
  const central = concatBytes(directory);
  const count = directory.length / 2;
  yield central;
  yield fields([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, at], [2, 0]);
}

type Field = readonly [bytes: 2 | 4, value: number];
const noLengths: readonly Field[] = [
  [4, 0],
  [4, 0],
  [4, 0],
];

function fields(...given: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(given.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of given) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}
