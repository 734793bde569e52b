/** Stack: the pictures of a series in scrolling order, with multi-frame files split into frames. */
import type { DicomHeader, DicomSeries } from '#contract/drives/dicom.ts';

export interface Picture {
  readonly node_id: string;
  /** Frame number in the file, from 1. */
  readonly n: number;
  readonly header: DicomHeader;
}

export interface Stack {
  readonly key: string;
  readonly security_group_id: string;
  readonly exam_id: string;
  readonly series: DicomSeries;
  readonly pictures: readonly Picture[];
}

interface Origin {
  readonly security_group_id: string;
  readonly exam_id: string;
}

/** Builds the stack. A file without pixels stays in it, so that its place can show the reason. */
export function stackOf(series: DicomSeries, origin: Origin): Stack {
  const pictures = series.instances.flatMap(({ node_id, header }) =>
    Array.from(
      { length: Math.max(header.frames, 1) },
      (_, at): Picture => ({ node_id, n: at + 1, header: headerOfFrame(header, at) }),
    ),
  );
  const key = `${origin.exam_id}/${series.series_uid ?? series.instances[0]?.node_id ?? ''}`;
  return { key, ...origin, series, pictures };
}

/** Returns the header with the geometry of one frame. */
function headerOfFrame(header: DicomHeader, at: number): DicomHeader {
  const own = header.frame_geometry?.[at];
  return own === undefined ? header : { ...header, ...own };
}

/** Formats a series name, as in `4 Lung 1.0`. */
export function seriesName({ series_number, series_description, modality }: DicomSeries): string {
  return [series_number, series_description ?? modality].filter((part) => part !== null).join(' ');
}
