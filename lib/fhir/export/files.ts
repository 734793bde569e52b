/** Files as DocumentReferences: what they are and where the vault gives them out, not their content. */
import type { DocumentReference, Reference } from 'fhir/r4.d.ts';
import type { DriveNode } from '#contract/drives/node.ts';

/** `exam`: the one it is a file of; a patient's own has none. */
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
