/**
 * Writes and parses a signature file in its single canonical form, so that no byte can change unnoticed. Portable.
 * Source: sealing design B12; RFC 8785.
 */
import {
  SIGNATURE_FILE_FORMAT,
  SIGNATURE_INTENTS,
  type SignatureFile,
  type SignatureStatement,
} from '#contract/documents/signatures.ts';
import {
  isUuidV7,
  parseDocumentId,
  parsePrincipalId,
  parseSecurityGroupId,
  parseVersionId,
  parseWorkspaceId,
} from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import { parseMembershipRecord } from '#crypto/membership/parse-record.ts';
import type { SignedMembershipRecord } from '#crypto/membership/record-bytes.ts';
import { canonicalJson } from './canonical-json.ts';

export interface ParsedSignatureFile extends Omit<SignatureFile, 'membership'> {
  readonly membership: readonly SignedMembershipRecord[];
}

export function signatureFileText(file: SignatureFile): string {
  return `${canonicalJson(file)}\n`;
}

/** Parses a signature file. @throws CryptoError unless the text equals that of `signatureFileText` exactly. */
export function parseSignatureFile(text: string): ParsedSignatureFile {
  const parsed = signatureFileOf(parseJson(text));
  if (signatureFileText(parsed.plain) !== text) throw new CryptoError();
  return parsed.file;
}

function signatureFileOf(value: unknown): { plain: SignatureFile; file: ParsedSignatureFile } {
  const fields = fieldsOf(value);
  if (fields.get('format') !== SIGNATURE_FILE_FORMAT) throw new CryptoError();
  const membership = listOf(fields.get('membership')).map((entry) => {
    const of = fieldsOf(entry);
    return { record: parseMembershipRecord(of.get('record')), ...signaturesOf(of) };
  });
  const head = {
    format: SIGNATURE_FILE_FORMAT,
    statement: statementOf(fieldsOf(fields.get('statement'))),
    ...signaturesOf(fields),
  } as const;
  return { plain: { ...head, membership }, file: { ...head, membership } };
}

type Fields = ReadonlyMap<string, unknown>;

function statementOf(fields: Fields): SignatureStatement {
  const files = fieldsOf(fields.get('files_sha256'));
  const intent = SIGNATURE_INTENTS.find((known) => known === fields.get('intent'));
  if (intent === undefined) throw new CryptoError();
  return {
    workspace_id: parseWorkspaceId(id(fields, 'workspace_id')),
    workspace_name: text(fields, 'workspace_name'),
    security_group_id: parseSecurityGroupId(id(fields, 'security_group_id')),
    document_id: parseDocumentId(id(fields, 'document_id')),
    version_id: parseVersionId(id(fields, 'version_id')),
    seq: count(fields, 'seq'),
    version_sha256: text(fields, 'version_sha256'),
    record_sha256: text(fields, 'record_sha256'),
    files_sha256: { html: text(files, 'html'), md: text(files, 'md'), text: text(files, 'text') },
    principal_id: parsePrincipalId(id(fields, 'principal_id')),
    signer_name: text(fields, 'signer_name'),
    ...(fields.get('signer_name_salt') === undefined
      ? {}
      : { signer_name_salt: text(fields, 'signer_name_salt') }),
    credential_expires_at:
      fields.get('credential_expires_at') === null ? null : text(fields, 'credential_expires_at'),
    key_fingerprint: text(fields, 'key_fingerprint'),
    membership_seq: count(fields, 'membership_seq'),
    intent,
    signed_at: text(fields, 'signed_at'),
  };
}

function signaturesOf(fields: Fields) {
  return {
    signature_ed25519: text(fields, 'signature_ed25519'),
    signature_mldsa65: text(fields, 'signature_mldsa65'),
  };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new CryptoError();
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new CryptoError();
  return new Map(Object.entries(value));
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new CryptoError();
  return value;
}

function text(fields: Fields, key: string): string {
  const value = fields.get(key);
  if (typeof value !== 'string') throw new CryptoError();
  return value;
}

function id(fields: Fields, key: string): string {
  const value = text(fields, key);
  if (!isUuidV7(value)) throw new CryptoError();
  return value;
}

function count(fields: Fields, key: string): number {
  const value = fields.get(key);
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new CryptoError();
  return value;
}
