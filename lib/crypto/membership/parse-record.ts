/**
 * Parses a membership record from untrusted JSON: checks each field's type; signatures and rules check its truth.
 * Portable.
 */
import { ROLES } from '#contract/access/roles.ts';
import { PRINCIPAL_KINDS } from '#contract/access/session.ts';
import type { SecurityGroupId } from '#contract/ids.ts';
import { CryptoError } from '#crypto/crypto-error.ts';
import {
  CERTIFICATE_KINDS,
  type MembershipAction,
  type MembershipRecord,
  type RecordedCertificate,
} from './record-bytes.ts';

const ACTIONS: readonly MembershipAction[] = [
  'found',
  'enrol',
  'create_group',
  'set_role',
  'remove',
  'disable',
  'rotate',
  'set_settings',
  'issue_certificate',
  'open_inbox',
  'set_audit_key',
  'set_ca',
  'recover',
];

type Fields = ReadonlyMap<string, unknown>;

/** Drops unknown fields. @throws CryptoError when it is no membership record. */
export function parseMembershipRecord(value: unknown): MembershipRecord {
  const fields = fieldsOf(value);
  const name = fields.get('display_name_sha256');
  const settings = fields.get('settings_sha256');
  const certificate = fields.get('certificate');
  return {
    seq: integer(fields, 'seq'),
    workspace_id: text(fields, 'workspace_id'),
    action: oneOf(fields, 'action', ACTIONS),
    security_group_id: orNull(fields, 'security_group_id', text<SecurityGroupId>),
    generation: orNull(fields, 'generation', integer),
    principal_id: text(fields, 'principal_id'),
    kind: oneOf(fields, 'kind', PRINCIPAL_KINDS),
    is_admin: flag(fields, 'is_admin'),
    role: orNull(fields, 'role', (from, key) => oneOf(from, key, ROLES)),
    public_keys: orNull(fields, 'public_keys', publicKeys),
    ...(name === undefined ? {} : { display_name_sha256: text(fields, 'display_name_sha256') }),
    ...(settings === undefined ? {} : { settings_sha256: text(fields, 'settings_sha256') }),
    ...(certificate === undefined ? {} : { certificate: certificateOf(fieldsOf(certificate)) }),
    ...(fields.get('inbox_kem') === undefined ? {} : { inbox_kem: text(fields, 'inbox_kem') }),
    ...(fields.get('audit_kem') === undefined ? {} : { audit_kem: text(fields, 'audit_kem') }),
    ...(fields.get('ca_sha256') === undefined ? {} : { ca_sha256: text(fields, 'ca_sha256') }),
    ...(fields.get('keeps_state') === undefined ? {} : { keeps_state: whereTrue(fields, 'keeps_state') }),
    grants_sha256: orNull(fields, 'grants_sha256', hashes),
    granter_id: text(fields, 'granter_id'),
    created_at: text(fields, 'created_at'),
    prev_hash: orNull(fields, 'prev_hash', text),
  };
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new CryptoError();
  return new Map(Object.entries(value));
}

/** Reads a text field; ids get their brand here. */
function text<Text extends string = string>(fields: Fields, key: string): Text {
  const value = fields.get(key);
  if (typeof value !== 'string') throw new CryptoError();
  return value as Text;
}

function integer(fields: Fields, key: string): number {
  const value = fields.get(key);
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new CryptoError();
  return value;
}

function flag(fields: Fields, key: string): boolean {
  const value = fields.get(key);
  if (typeof value !== 'boolean') throw new CryptoError();
  return value;
}

/** Reads a field that is `true` or absent. */
function whereTrue(fields: Fields, key: string): true {
  if (fields.get(key) !== true) throw new CryptoError();
  return true;
}

function oneOf<T extends string>(fields: Fields, key: string, allowed: readonly T[]): T {
  const value = allowed.find((candidate) => candidate === fields.get(key));
  if (value === undefined) throw new CryptoError();
  return value;
}

function orNull<T>(fields: Fields, key: string, read: (fields: Fields, key: string) => T): T | null {
  return fields.get(key) === null ? null : read(fields, key);
}

function publicKeys(fields: Fields, key: string) {
  const keys = fieldsOf(fields.get(key));
  return { kem: text(keys, 'kem'), ed25519: text(keys, 'ed25519'), mldsa65: text(keys, 'mldsa65') };
}

function certificateOf(fields: Fields): RecordedCertificate {
  return {
    fingerprint: text(fields, 'fingerprint'),
    client_cn: text(fields, 'client_cn'),
    kind: oneOf(fields, 'kind', CERTIFICATE_KINDS),
  };
}

function hashes(fields: Fields, key: string): Record<string, string> {
  const entries = fieldsOf(fields.get(key));
  return Object.fromEntries([...entries.keys()].map((member) => [member, text(entries, member)]));
}
