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
    'Der Tresor erneuert seine eigenen Zertifikate, wenn ein Administrator ihn das nächste Mal entsperrt.',
  certificatesRenewedByHand:
    'Zugänge von Programmen und Computern: Ein Administrator stellt unter Einstellungen, SDK-Zugang neue aus.',
  findingsWait_one: 'Problem gefunden: {{number}} braucht Ihre Entscheidung.',
  findingsWait_other: 'Probleme gefunden: {{number}} brauchen Ihre Entscheidung.',
  showFindings: 'Auffälligkeiten zeigen',
  recovered_one:
    '{{name}} hat mit Wiederherstellungsschlüssel oder Teilen entsperrt: {{when}}. Das bleibt dauerhaft im Protokoll.',
  recovered_other:
    'Dieser Tresor wurde {{number}}-mal mit Wiederherstellungsschlüssel oder Teilen entsperrt, zuletzt von {{name}}: {{when}}. Das bleibt dauerhaft im Protokoll.',
  showRecoveries: 'Im Protokoll zeigen',
  secretsMade: 'Neue Zugänge zu Ihrem Konto:',
  secretMade: {
    passphrase: 'Passphrase ({{when}})',
    recovery: 'Wiederherstellungsschlüssel oder Teile ({{when}})',
    device: 'dieser Computer entsperrt ({{when}})',
  },
  secretsMadeByOthers:
    'Waren Sie das nicht, ändern Sie jetzt Ihre Passphrase und legen Sie einen neuen Wiederherstellungsschlüssel an.',
  partMissing: 'Ein Teil des Programms wurde nicht geladen',
  partMissingText:
    'Der Tresor hat nicht geantwortet. Gespeicherte Entwürfe und versiegelte Versionen sind sicher. Laden Sie das Fenster neu und entsperren Sie wieder; Sie kommen an diese Stelle zurück.',
  loadAnew: 'Fenster neu laden',
  screenFailed: 'Diese Ansicht konnte nicht gezeigt werden',
  screenFailedText:
    'Gespeicherte Entwürfe und versiegelte Versionen sind sicher. Öffnen Sie diese Ansicht erneut oder nutzen Sie eine andere. Sie können den Tresor weiterhin sperren.',
};
