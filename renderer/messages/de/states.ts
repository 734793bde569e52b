export const states = {
  draft: 'Entwurf',
  unsealed: 'Unversiegelt',
  sealed: 'Versiegelt',
  preliminary: 'Vorläufig',
  final: 'Endgültig',
  appended: 'Nachtrag',
  amended: 'Geändert',
  corrected: 'Berichtigt',
  enteredInError: 'Irrtümlich',
  noKey: 'Kein Schlüssel',
  conflict: 'Konflikt',
  critical: 'Kritisch, überfällig',
};
