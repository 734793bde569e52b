/** Files of an exam as DocumentReferences: what they are and where the vault gives them out, not their content. */
import type { DocumentReference, Reference } from 'fhir/r4.d.ts';
import type { DriveNode } from '#contract/drives/node.ts';

export function toDocumentReference(
  node: DriveNode,
  subject: Reference | undefined,
  exam: Reference,
): DocumentReference {
  return {
    resourceType: 'DocumentReference',
    id: node.node_id,
    status: 'current',
    ...(subject === undefined ? {} : { subject }),
    date: node.created_at,
    context: { related: [exam] },
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
