import { REPORT_HTML_MAX_BYTES } from '#contract/limits.ts';
import { VaultError } from '#contract/vault-error.ts';
import { fastPath, type GivenPair, type ReportPair } from '#report/normalise-pair.ts';
import { createReportWorker } from './report-worker.ts';

/** Above this many characters even reading a report would hold up every other request. */
const ON_THE_SPOT_MAX_CHARS = 256 * 1024;

/** Makes report pairs whole: on the spot where both halves agree, in the worker thread otherwise. */
export interface ReportPairs {
  /** @throws invalid_request when the report is too large, or not an editor state (naming the path). */
  readonly complete: (given: GivenPair) => Promise<ReportPair>;
  readonly close: () => Promise<void>;
}

export function createReportPairs(): ReportPairs {
  const worker = createReportWorker();

  async function complete({ report_lexical = null, report_html = null }: GivenPair): Promise<ReportPair> {
    const given = { report_lexical, report_html };
    if (report_html !== null && Buffer.byteLength(report_html) > REPORT_HTML_MAX_BYTES) {
      throw new VaultError('invalid_request', `report_html is larger than ${REPORT_HTML_MAX_BYTES} bytes.`);
    }
    const chars = (report_lexical?.length ?? 0) + (report_html?.length ?? 0);
    const known = chars > ON_THE_SPOT_MAX_CHARS ? null : fastPath(given);
    return known ?? worker.complete(given);
  }

  return { complete, close: worker.close };
}
