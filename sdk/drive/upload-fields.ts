import type { UploadFields } from '#contract/drives/requests.ts';
import type { Unbranded } from '#contract/ids.ts';
import type { UploadOptions } from './upload-options.ts';
import type { UploadSource } from './upload-source.ts';

/** Builds the metadata fields of an upload; undefined ones are left out. */
export function uploadFields(
  source: UploadSource,
  name: string,
  { parent_id, exam_id, on_conflict, mime_type = source.mime_type }: UploadOptions,
): Unbranded<UploadFields> & { readonly name: string } {
  return {
    name,
    ...(parent_id === undefined ? {} : { parent_id }),
    ...(exam_id === undefined ? {} : { exam_id }),
    ...(mime_type === undefined ? {} : { mime_type }),
    ...(on_conflict === undefined ? {} : { on_conflict }),
  };
}
