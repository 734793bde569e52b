/** DICOM input for tests: public samples, and copies in other transfer syntaxes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import dcmjsCodecs from 'dcmjs-codecs';
import sharp from 'sharp';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'dicom');

export const readSample = (name: string): Buffer => readFileSync(join(FOLDER, `${name}.dcm`));

export interface Golden {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** One byte per pixel, or three for colours. */
export async function readGolden(name: string, channels: 1 | 3): Promise<Golden> {
  const image = sharp(join(FOLDER, 'goldens', `${name}.png`)).removeAlpha();
  const { data, info } = await image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Converts the sample to another transfer syntax with the codecs' own encoder. */
export async function transcode(name: string, transferSyntaxUid: string): Promise<Uint8Array> {
  const { NativeCodecs, Transcoder, log } = dcmjsCodecs;
  if (!NativeCodecs.isInitialized()) {
    log.disableAll();
    const wasm = fileURLToPath(import.meta.resolve('dcmjs-codecs/build/dcmjs-native-codecs.wasm'));
    await NativeCodecs.initializeAsync({ webAssemblyModulePathOrUrl: wasm });
  }
  const transcoder = new Transcoder(Uint8Array.from(readSample(name)).buffer);
  transcoder.transcode(transferSyntaxUid);
  return new Uint8Array(transcoder.getDicomPart10());
}

/** Returns `bytes` with the first `from` replaced by `to` of the same length. */
export function patched(bytes: Uint8Array, from: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.indexOf(from, 0, 'latin1');
  if (at < 0 || from.length !== to.length) throw new Error('nothing to patch');
  copy.write(to, at, 'latin1');
  return copy;
}
