export const states = {
  draft: 'Draft',
  unsealed: 'Unsealed draft',
  sealed: 'Sealed',
  preliminary: 'Preliminary',
  final: 'Final',
  appended: 'Addendum added',
  amended: 'Amended',
  corrected: 'Corrected',
  enteredInError: 'Entered in error',
  noKey: 'No key',
  conflict: 'Conflict',
  critical: 'Critical, overdue',
} as const;
