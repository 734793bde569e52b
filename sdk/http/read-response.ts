import { VERSION_HEADER } from '#contract/exchange/routes.ts';
import { readBytes } from '#sdk/drive/read-bytes.ts';
import { readStream } from '#sdk/drive/upload-source.ts';
import type { StreamResponse } from './send-call.ts';

export interface ReportFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly media_type: string;
  /** Version that the report shows. */
  readonly version_id: string;
}

/** Reads a report response completely as a file. */
export async function readReportFile({ answer, deadline }: StreamResponse): Promise<ReportFile> {
  try {
    return {
      bytes: await readBytes(answer, 'report'),
      media_type: answer.header('content-type') ?? 'application/octet-stream',
      version_id: answer.header(VERSION_HEADER) ?? '',
    };
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.stop();
  }
}

/** Yields the response's pieces; the deadline restarts with each. */
export async function* responseChunks({
  answer,
  deadline,
}: StreamResponse): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const piece of readStream(answer.stream())) {
      deadline.extend();
      yield piece;
    }
  } catch (error) {
    throw deadline.explain(error);
  } finally {
    deadline.stop();
  }
}
