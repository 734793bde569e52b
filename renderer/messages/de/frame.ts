export const frame = {
  mainNavigation: 'Hauptbereiche',
  worklist: 'Arbeitsliste',
  patients: 'Patienten',
  templates: 'Vorlagen',
  files: 'Dateien',
  trash: 'Papierkorb',
  settings: 'Einstellungen',
  search: 'Suchen',
  searchPlaceholder: 'Patienten und Untersuchungen suchen',
  lock: 'Sperren',
  skip: 'Zur Liste springen',
  sessionTitle: 'Sitzung von {{opened}} bis {{ends}}',
  notices: 'Hinweise',
  dismiss: 'Ausblenden',
  locksIn: 'Sperrt in {{time}}',
  stayUnlocked: 'Entsperrt bleiben',
  readingRoom: 'Wird geöffnet…',
  certificatesEnd: 'Zertifikate, die bald enden:',
  certificateOf: {
    ca: 'Zertifizierungsstelle',
    server: 'Server',
    desktop: 'dieser Arbeitsplatz',
    client: 'Client',
  },
  certificateDays_one: '{{name}} (ein Tag)',
  certificateDays_other: '{{name}} ({{count}} Tage)',
  certificateEnded: '{{name}} (abgelaufen)',
  certificatesRenewedByUnlock:
    'Die des Tresors werden erneuert, wenn eine Administratorin oder ein Eigentümer ihn entsperrt.',
  certificatesRenewedByHand:
    'Erneuern Sie sie mit «srvault credential renew» oder stellen Sie neue Zugänge aus.',
  findingsWait_one: 'Etwas in diesem Tresor stimmt nicht: {{number}} Entscheidung ist Ihre.',
  findingsWait_other: 'Etwas in diesem Tresor stimmt nicht: {{number}} Entscheidungen sind Ihre.',
  showFindings: 'Auffälligkeiten zeigen',
  recovered_one:
    '{{name}} kam mit Wiederherstellungsschlüssel oder Teilen herein: {{when}}. Diesen Hinweis kann niemand entfernen.',
  recovered_other:
    'Wiederherstellungsschlüssel oder Teile haben diesen Tresor {{number}}-mal geöffnet, zuletzt für {{name}}: {{when}}. Diese Hinweise kann niemand entfernen.',
  showRecoveries: 'Im Protokoll zeigen',
  secretsMade: 'Neue Zugänge zu Ihrem Konto:',
  secretMade: {
    passphrase: 'Passphrase ({{when}})',
    recovery: 'Wiederherstellungsschlüssel oder Teile ({{when}})',
    device: 'dieser Computer entsperrt ({{when}})',
  },
  secretsMadeByOthers:
    'Waren Sie das nicht, ändern Sie jetzt Ihre Passphrase und legen Sie einen neuen Wiederherstellungsschlüssel an.',
  partMissing: 'Ein Teil des Programms ist nicht angekommen',
  partMissingText:
    'Der Tresor hat nicht geantwortet, als er geholt wurde. Gespeicherte Entwürfe und versiegelte Versionen sind sicher. Laden Sie das Fenster neu und entsperren Sie wieder; Sie kommen an diese Stelle zurück.',
  loadAnew: 'Fenster neu laden',
  screenFailed: 'Diese Ansicht konnte nicht gezeigt werden',
  screenFailedText:
    'Gespeicherte Entwürfe und versiegelte Versionen sind sicher. Öffnen Sie sie erneut oder arbeiten Sie in einer anderen Ansicht weiter; Sperren geht wie immer.',
};
