/**
 * Identifiers as they stand on the wire: UUID version 7, lower case, made by the server.
 * Brands keep a document id from being passed where a group id is meant; they are made
 * only by the parse functions here and by the server's id generator.
 * Source: choices, "Ids, times, order of checks".
 */
import { Type } from 'typebox';

declare const brand: unique symbol;

export type WorkspaceId = string & { readonly [brand]: 'WorkspaceId' };
export type PrincipalId = string & { readonly [brand]: 'PrincipalId' };
export type SecurityGroupId = string & { readonly [brand]: 'SecurityGroupId' };
export type DocumentId = string & { readonly [brand]: 'DocumentId' };
export type VersionId = string & { readonly [brand]: 'VersionId' };
export type NodeId = string & { readonly [brand]: 'NodeId' };
export type SessionId = string & { readonly [brand]: 'SessionId' };
export type CredentialId = string & { readonly [brand]: 'CredentialId' };

export const UUID_V7_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

const uuidV7 = new RegExp(UUID_V7_PATTERN);

export function isUuidV7(text: string): boolean {
  return uuidV7.test(text);
}

/** Schema of any id in a path, query or body; a malformed one fails validation (422). */
export const IdSchema = Type.String({ pattern: UUID_V7_PATTERN, description: 'UUID version 7, lower case' });
