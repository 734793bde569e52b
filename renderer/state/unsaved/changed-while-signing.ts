/** Error when the report is no longer the one that was checked before signing; nothing was sealed. */
export class ChangedWhileSigningError extends Error {
  override readonly name = 'ChangedWhileSigningError';
}
