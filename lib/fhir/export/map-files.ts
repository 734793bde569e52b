/** Maps files to DocumentReferences: metadata and the vault's URL, without content. */
import type { DocumentReference, Reference } from 'fhir/r4.d.ts';
import type { DriveNode } from '#contract/drives/node.ts';

/** `exam`: the file's exam; absent for a patient's own file. */
export function toDocumentReference(
  node: DriveNode,
  subject: Reference | undefined,
  exam?: Reference,
): DocumentReference {
  return {
    resourceType: 'DocumentReference',
    id: node.node_id,
    status: 'current',
    ...(subject === undefined ? {} : { subject }),
    date: node.created_at,
    ...(exam === undefined ? {} : { context: { related: [exam] } }),
    content: [
      {
        attachment: {
          contentType: node.mime_type ?? 'application/octet-stream',
          url: `/v1/drives/${node.security_group_id}/nodes/${node.node_id}/content`,
          ...(node.name ? { title: node.name } : {}),
          ...(node.size === null ? {} : { size: node.size }),
        },
      },
    ],
  };
}
