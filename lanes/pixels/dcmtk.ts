/** Runs DCMTK and GDCM on a file; they are the judges of the pixels lane. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** Element groups that `make-file.ts` writes. */
const SMALL = /^\((?:0002|0008|0010|0020|0028|2050|5200|60|7FE0|FFFE)/i;

/**
 * Creates a dictionary of few groups, because reading the whole one takes two thirds of each program's time.
 * Undefined if it is not at Debian's path.
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

/** Returns the missing programs; undefined if all are installed. */
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
  /**
   * Draws a frame, without overlays unless the options ask for them. @param frame from 1. @param window options of
   * `dcm2pnm`. Undefined if the judge cannot show it.
   */
  readonly shown: (
    file: string,
    frame: number,
    depth: 8 | 16,
    window: readonly string[],
  ) => Promise<Bitmap | undefined>;
  /** Returns the path of the uncompressed file. @throws if the judge cannot unpack it */
  readonly unpacked: (file: string) => Promise<string>;
  /** Rewrites a file with a program. @throws if the judge cannot */
  readonly written: (program: string, options: readonly string[], from: string, to: string) => Promise<void>;
}

/**
 * Creates a judge that draws files by DCMTK and GDCM. @param scratch folder for files that GDCM unpacks. @param
 * dictionary instead of the whole one.
 */
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

  /** DCMTK does not support JPEG 2000, so GDCM unpacks it first. */
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
        // The program's reason does not matter here; it shows nothing.
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
