/** What DCMTK and GDCM make of a file: the judges of the pixels lane. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const NEEDED = ['dcm2pnm', 'dcmj2pnm', 'dcml2pnm', 'dcmconv', 'dcmcrle', 'dcmcjpeg', 'dcmcjpls', 'gdcmconv'];

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

const JPEG = /\.4\.(5[013578]|70)$/;
const JPEG_LS = /\.4\.8[01]$/;
const JPEG_2000 = /\.4\.9[01]$/;

export interface Judge {
  /** @param frame from 1. @param window options of `dcm2pnm`. Undefined where the judge does not show it. */
  readonly shown: (
    file: string,
    frame: number,
    depth: 8 | 16,
    window: readonly string[],
  ) => Promise<Bitmap | undefined>;
  /** @throws where the judge cannot write it so */
  readonly written: (program: string, options: readonly string[], from: string, to: string) => Promise<void>;
}

/** @param scratch a folder for what GDCM unpacks. */
export function createJudge(scratch: string, transferSyntaxOf: (file: string) => string): Judge {
  const unpacked = new Map<string, string>();

  /** DCMTK knows no JPEG 2000: GDCM unpacks it. */
  async function readable(file: string): Promise<string> {
    if (!JPEG_2000.test(transferSyntaxOf(file))) return file;
    const known = unpacked.get(file) ?? join(scratch, `unpacked-${unpacked.size}.dcm`);
    unpacked.set(file, known);
    if (!existsSync(known)) await run('gdcmconv', ['--raw', file, known]);
    return known;
  }

  return {
    async shown(file, frame, depth, window) {
      try {
        const syntax = transferSyntaxOf(file);
        const program = JPEG.test(syntax) ? 'dcmj2pnm' : JPEG_LS.test(syntax) ? 'dcml2pnm' : 'dcm2pnm';
        const target = depth === 8 ? '+opb' : '+opw';
        const options = ['-q', '-O', '+F', String(frame), ...window, target];
        const { stdout } = await run(program, [...options, await readable(file)], { maxBuffer: 1 << 28 });
        return parsePnm(stdout);
      } catch {
        // It ends with its own reason; here it only counts that it shows nothing.
        return undefined;
      }
    },
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
