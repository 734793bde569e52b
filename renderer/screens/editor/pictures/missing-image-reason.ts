/**
 * Finds the reason why a picture is not shown: the file's processing error, else the error of the request.
 */
import type { TFunction } from 'i18next';
import { type DriveNode, PROCESSING_ERRORS, type ProcessingOutcome } from '#contract/drives/node.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { errorText } from '#renderer/components/notices/error-text.ts';

/** Returns undefined if the file has no processing error, or cannot be read either. */
export async function reasonOf(
  securityGroupId: string,
  nodeId: string,
): Promise<ProcessingOutcome | undefined> {
  const node = await vault()
    .drive(securityGroupId)
    .get(nodeId)
    .catch(() => undefined);
  return node && failureOf(node);
}

/** A missing file is not reported as damaged. */
export function failureOf({
  content_missing,
  processing_error,
}: Pick<DriveNode, 'content_missing' | 'processing_error'>): ProcessingOutcome | undefined {
  if (content_missing) return 'content_missing';
  return PROCESSING_ERRORS.find((code) => code === processing_error);
}

export function noPictureWords(error: unknown, reason: ProcessingOutcome | undefined, t: TFunction): string {
  if (reason !== undefined) return t(`pictures.failed.${reason}`);
  const { title, text } = errorText(error, t);
  return `${title}. ${text}`;
}
