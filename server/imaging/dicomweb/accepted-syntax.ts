/** Checks the transfer syntaxes a WADO-RS client accepts. Source: DICOM PS3.18 8.7.3.5. */
import { VaultError } from '#contract/errors/vault-error.ts';
import type { StoredInstance } from './wado-rs.ts';

const DICOM_RANGE = /application\/dicom(?![+\w])|multipart\/related|\*\/\*/i;
const SYNTAX = /transfer-syntax\s*=\s*"?([\d.*]+)"?/i;

/** Objects are sent as stored, never transcoded. @throws invalid_request where the client accepts no stored syntax. */
export function requireStoredSyntax(accept: string | undefined, instances: readonly StoredInstance[]): void {
  const ranges = (accept ?? '').split(',').filter((range) => DICOM_RANGE.test(range));
  const wanted = ranges.map((range) => SYNTAX.exec(range)?.[1] ?? '*');
  if (wanted.length === 0 || wanted.includes('*')) return;
  const other = instances.find(({ header }) => !wanted.includes(header.transfer_syntax_uid ?? ''));
  if (other === undefined) return;
  throw new VaultError(
    'invalid_request',
    `An object is stored in transfer syntax ${other.header.transfer_syntax_uid}, and the vault does not convert it. Ask for transfer-syntax=*.`,
  );
}
