/** Icon and label of a file by its media type. */
import type { DriveNode, MediaKind } from '#contract/drives/node.ts';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

const ICONS: Readonly<Record<MediaKind, IconName>> = {
  image: 'file-image',
  dicom: 'file-dicom',
  pdf: 'file-pdf',
  video: 'file-video',
  audio: 'file-ecg',
  text: 'file-text',
  document: 'file-text',
  other: 'file',
};

export function nodeIcon(node: Pick<DriveNode, 'kind' | 'media_kind' | 'name'>): IconName {
  if (node.kind === 'folder') return 'folder';
  if (node.name === null) return 'state-locked';
  return ICONS[node.media_kind ?? 'other'];
}
