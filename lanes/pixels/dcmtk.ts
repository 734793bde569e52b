/** What DCMTK and GDCM make of a file: the judges of the pixels lane. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** Groups of what `make-file.ts` writes. */
const SMALL = /^\((?:0002|0008|0010|0020|0028|2050|5200|60|7FE0|FFFE)/i;

/**
 * A dictionary of few groups: two thirds of what one of these programs does is reading the whole one. Undefined where
 * that does not lie where Debian puts it.
 */
export function smallDictionary(scratch: string): string | undefined {
  const [whole] = globSync('/usr/share/{libdcmtk*,dcmtk*}/dicom.dic');
  if (whole === undefined) return undefined;
  const path = join(scratch, 'small.dic');
  const lines = readFileSync(whole, 'utf8').split('\n');
  writeFileSync(path, `${lines.filter((line) => SMALL.test(line)).join('\n')}\n`);
  return path;
}

const NEEDED = [
  'dcm2pnm',
  'dcmj2pnm',
  'dcml2pnm',
  'dcmconv',
  'dcmcrle',
  'dcmcjpeg',
  'dcmcjpls',
  'dcmdrle',
  'dcmdjpeg',
  'dcmdjpls',
  'gdcmconv',
];

/** Undefined where all programs are here, else what is missing. */
export function missingJudge(): string | undefined {
  return NEEDED.find((program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0);
}

export interface Bitmap {
  readonly columns: number;
  readonly rows: number;
  readonly channels: 1 | 3;
  readonly values: readonly number[];
}

const RLE = /\.1\.2\.5$/;
const JPEG = /\.4\.(5[013578]|70)$/;
const JPEG_LS = /\.4\.8[01]$/;
const JPEG_2000 = /\.4\.9[01]$/;

const UNPACKERS: readonly (readonly [RegExp, string, ...string[]])[] = [
  [RLE, 'dcmdrle'],
  [JPEG, 'dcmdjpeg'],
  [JPEG_LS, 'dcmdjpls'],
  [JPEG_2000, 'gdcmconv', '--raw'],
];

export interface Judge {
  /** Without overlays, unless the options ask for them. @param frame from 1. @param window options of `dcm2pnm`. Undefined where the judge does not show it. */
  readonly shown: (
    file: string,
    frame: number,
    depth: 8 | 16,
    window: readonly string[],
  ) => Promise<Bitmap | undefined>;
  /** Where the same file lies without compression. @throws where the judge cannot unpack it */
  readonly unpacked: (file: string) => Promise<string>;
  /** @throws where the judge cannot write it so */
  readonly written: (program: string, options: readonly string[], from: string, to: string) => Promise<void>;
}

/** @param scratch a folder for what GDCM unpacks. @param dictionary in place of the whole one. */
export function createJudge(
  scratch: string,
  transferSyntaxOf: (file: string) => string,
  dictionary?: string,
): Judge {
  const env = dictionary === undefined ? process.env : { ...process.env, DCMDICTPATH: dictionary };
  const run = (program: string, args: readonly string[]) =>
    execute(program, args, { maxBuffer: 1 << 28, env });
  const unpacked = new Map<string, string>();
  const folder = mkdtempSync(join(scratch, 'unpacked-'));

  async function unpack(file: string): Promise<string> {
    const syntax = transferSyntaxOf(file);
    const [, program, ...options] = UNPACKERS.find(([pattern]) => pattern.test(syntax)) ?? [];
    if (program === undefined) return file;
    const known = unpacked.get(file) ?? join(folder, `unpacked-${unpacked.size}.dcm`);
    unpacked.set(file, known);
    if (!existsSync(known)) await run(program, [...options, file, known]);
    return known;
  }

  /** DCMTK knows no JPEG 2000. */
  const readable = async (file: string) => (JPEG_2000.test(transferSyntaxOf(file)) ? unpack(file) : file);

  return {
    async shown(file, frame, depth, window) {
      try {
        const syntax = transferSyntaxOf(file);
        const program = JPEG.test(syntax) ? 'dcmj2pnm' : JPEG_LS.test(syntax) ? 'dcml2pnm' : 'dcm2pnm';
        const target = depth === 8 ? '+opb' : '+opw';
        const overlays = window.includes('+O') ? [] : ['-O'];
        const options = ['-q', ...overlays, '+F', String(frame), ...window, target];
        const { stdout } = await run(program, [...options, await readable(file)]);
        return parsePnm(stdout);
      } catch {
        // It ends with its own reason; here it only counts that it shows nothing.
        return undefined;
      }
    },
    unpacked: unpack,
    async written(program, options, from, to) {
      await run(program, [...options, from, to]);
    },
  };
}

function parsePnm(text: string): Bitmap | undefined {
  const words = text.replaceAll(/#.*/g, '').split(/\s+/);
  const [kind, columns, rows, , ...values] = words;
  if (kind !== 'P2' && kind !== 'P3') return undefined;
  const channels = kind === 'P2' ? 1 : 3;
  const count = Number(columns) * Number(rows) * channels;
  return {
    columns: Number(columns),
    rows: Number(rows),
    channels,
    values: values.slice(0, count).map(Number),
  };
}
