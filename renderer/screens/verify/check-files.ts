/** Pairs dropped reports with signature files and verifies each pair. */
import { type CheckedReport, checkReport } from '#sdk/verify.ts';

interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isSignature: boolean;
}

export interface CheckedPair {
  readonly key: number;
  readonly reportName: string;
  readonly signatureName: string;
  readonly report: CheckedReport;
}

interface Checked {
  /** Results, newest first. */
  readonly results: readonly CheckedPair[];
  /** Files whose counterpart is missing. */
  readonly waiting: readonly DroppedFile[];
}

export const NOTHING_CHECKED: Checked = { results: [], waiting: [] };

const SIGNATURE_NAME = /\.json$/i;

/**
 * Verifies each report against its signature. A report that fits none is verified against any, to name the
 * fault.
 */
export async function checkFiles(before: Checked, files: readonly File[]): Promise<Checked> {
  const dropped = [...before.waiting, ...(await Promise.all(files.map(read)))];
  const signatures = dropped.filter(({ isSignature }) => isSignature);
  const reports = dropped.filter(({ isSignature }) => !isSignature);
  if (signatures.length === 0 || reports.length === 0) return { ...before, waiting: dropped };
  const used = new Set<DroppedFile>();
  const pairs = reports.flatMap((file, at) => {
    const checks = signatures.map((signature) => ({
      signature,
      report: checkReport(file.bytes, textOf(signature)),
    }));
    const best =
      checks.find(({ report }) => report.holds) ??
      checks.find(({ report }) => report.checks?.text) ??
      checks[0];
    if (best === undefined) return [];
    used.add(best.signature);
    const key = before.results.length + at;
    return [{ key, reportName: file.name, signatureName: best.signature.name, report: best.report }];
  });
  return {
    results: [...pairs.reverse(), ...before.results],
    waiting: signatures.filter((signature) => !used.has(signature)),
  };
}

async function read(file: File): Promise<DroppedFile> {
  return {
    name: file.name,
    bytes: new Uint8Array(await file.arrayBuffer()),
    isSignature: SIGNATURE_NAME.test(file.name),
  };
}

function textOf({ bytes }: DroppedFile): string {
  return new TextDecoder().decode(bytes);
}
