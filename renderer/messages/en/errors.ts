export const errors = {
  reference: 'Reference',
  copyReference: 'Copy reference',
  unreachable: 'The vault does not answer',
  unreachableText:
    'Its service on this computer has stopped or is starting again. What you typed is safe in this window. Wait a moment, then try again.',
  changed_while_signing: 'The text changed while it was being signed',
  changed_while_signingText:
    'Nothing was signed, and your text is still here. Read what changed, then sign again.',
  signed_meanwhile: 'Version {{seq}} was signed meanwhile',
  signed_meanwhileText: 'Open it, and add your words to it. Nothing was sealed, and your text is still here.',
  withdrawn_meanwhile: 'This report was withdrawn meanwhile, by version {{seq}}',
  withdrawn_meanwhileText: 'Nothing can be added to it. Nothing was sealed, and your text is still here.',
  timeout: 'The vault takes too long to answer',
  timeoutText: 'Nothing is lost. Try again.',
  insufficient_credit: 'The storage limit of this vault is reached',
  insufficient_creditText:
    'Nothing is lost. Reading and reports still work. To free space, ask an owner to purge files from the trash.',
  group_key_unavailable: 'You have no key for this group',
  group_key_unavailableText:
    'Nothing is lost: its records are intact, but do not open for you. Ask an owner of the group to give you access.',
  permission_denied: 'Your role in this group does not allow that',
  permission_deniedText: 'Nothing was changed. Ask an owner of the group for another role.',
  client_certificate: 'This window’s certificate is not accepted',
  client_certificateText:
    'It was revoked, has expired or is not on the list. Nothing was changed. Ask an administrator for a new one.',
  not_found: 'This was not found',
  not_foundText:
    'It was purged, or belongs to a group you are not in. Nothing was changed. Reload the list, or ask an owner of the group for access.',
  version_conflict: 'A newer version was sealed meanwhile',
  version_conflictText: 'Nothing is lost: your text is still here. Compare it with the newer version.',
  version_pending: 'This record is being deleted for good',
  version_pendingText: 'Your change was not stored. If you need your text, copy it from this window now.',
  index_pending: 'The search is not ready yet',
  index_pendingText:
    'It first reads every record, which takes some minutes. Nothing is lost: lists by date work meanwhile. Search again in a few minutes.',
  draft_conflict: 'The draft was changed in another window',
  draft_conflictText:
    'Nothing is lost: your text is still here. Compare it with the other draft before you save it again.',
  document_deleted: 'This record was moved to the trash',
  document_deletedText: 'Nothing was changed. Restore it from the trash to go on writing.',
  document_not_deleted: 'This record is not in the trash',
  document_not_deletedText: 'Nothing was changed. Reload the list.',
  has_dependents: 'Not done: something else still uses it',
  has_dependentsText:
    'Nothing was changed. First move or remove what belongs to it, for example the exams of a patient.',
  replay: 'This was sent twice with different content',
  replayText:
    'What was sent first is stored; what you just sent is not. Copy it from this window, then reload.',
  upload_incomplete: 'The upload is not complete yet',
  upload_incompleteText: 'What has arrived is kept. Resume the upload, or cancel it.',
  name_taken: 'This name is taken here',
  name_takenText: 'Nothing was changed. Choose another name.',
  already_initialized: 'This vault exists already',
  already_initializedText: 'Nothing was changed. Reload the window to unlock it.',
  not_initialized: 'There is no vault yet',
  not_initializedText: 'Nothing was changed. Reload the window to create it.',
  invalid_request: 'The vault did not accept an entry',
  invalid_requestText: 'Nothing was changed. Correct the entry, then try again.',
  request_too_large: 'This is too large for the vault',
  request_too_largeText: 'Nothing was changed. Shorten it or divide it, then try again.',
  rate_limited: 'Too many attempts. Next try in {{time}}',
  rate_limitedText: 'Nothing is lost. Wait, then try again.',
  credential_rejected: 'The passphrase, key or code was not accepted',
  credential_rejectedText: 'Nothing was changed. Check it and try again.',
  crypto_error: 'This did not open. It may be damaged',
  crypto_errorText:
    'Nothing was changed. Other records and versions still open. Ask an administrator to restore this one from a backup.',
  protocol_error: 'The vault could not use its storage',
  protocol_errorText:
    'Nothing was changed. Your text is safe in this window. Try again. If it happens again, ask IT support to check the disk, database or bucket the vault is stored in.',
  unknown: 'Something unexpected happened',
  unknownText:
    'Your text is safe in this window. Try again. If it happens again, give the reference to an administrator.',
} as const;
