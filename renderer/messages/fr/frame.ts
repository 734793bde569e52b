export const frame = {
  mainNavigation: 'Principal',
  worklist: 'Liste de travail',
  patients: 'Patients',
  templates: 'Modèles',
  files: 'Fichiers',
  trash: 'Corbeille',
  settings: 'Réglages',
  search: 'Chercher',
  searchPlaceholder: 'Chercher patients et examens',
  lock: 'Verrouiller',
  skip: 'Aller à la liste',
  sessionTitle: 'Session ouverte {{opened}}, finit {{ends}}',
  notices: 'Avis',
  dismiss: 'Masquer',
  locksIn: 'Verrouillage dans {{time}}',
  stayUnlocked: 'Rester déverrouillé',
  readingRoom: 'Ouverture…',
  certificatesEnd: 'Certificats qui finissent bientôt :',
  certificateOf: {
    ca: 'autorité de certification',
    server: 'serveur',
    desktop: 'ce poste',
    client: 'client',
  },
  certificateDays_one: '{{name}} (un jour)',
  certificateDays_other: '{{name}} ({{count}} jours)',
  certificateEnded: '{{name}} (fini)',
  certificatesRenewedByUnlock:
    'Le coffre renouvelle ses propres certificats au prochain déverrouillage par un administrateur.',
  certificatesRenewedByHand:
    'Accès des programmes et des ordinateurs : un administrateur en émet de nouveaux sous Réglages, Accès SDK.',
  findingsWait_one: 'Problème trouvé : {{number}} demande votre décision.',
  findingsWait_other: 'Problèmes trouvés : {{number}} demandent votre décision.',
  showFindings: 'Afficher les constats',
  recovered_one:
    '{{name}} a déverrouillé avec une clé de secours ou des parts : {{when}}. Cela reste définitivement dans le journal.',
  recovered_other:
    'Ce coffre a été déverrouillé {{number}} fois avec des clés de secours ou des parts, la dernière par {{name}} : {{when}}. Cela reste définitivement dans le journal.',
  showRecoveries: 'Afficher dans le journal',
  secretsMade: 'Nouveaux accès à votre compte :',
  secretMade: {
    passphrase: 'phrase secrète ({{when}})',
    recovery: 'clé ou parts de secours ({{when}})',
    device: 'cet ordinateur déverrouille ({{when}})',
  },
  secretsMadeByOthers:
    'Si ce n’était pas vous, changez maintenant votre phrase secrète et faites une nouvelle clé de secours.',
  partMissing: 'Une partie du programme n’a pas été chargée',
  partMissingText:
    'Le coffre n’a pas répondu. Les brouillons enregistrés et les versions scellées sont à l’abri. Rechargez la fenêtre et déverrouillez ; vous reviendrez à cet endroit.',
  loadAnew: 'Recharger la fenêtre',
  screenFailed: 'Cet écran n’a pas pu être affiché',
  screenFailedText:
    'Les brouillons enregistrés et les versions scellées sont à l’abri. Ouvrez à nouveau cet écran, ou utilisez-en un autre. Vous pouvez toujours verrouiller le coffre.',
};
