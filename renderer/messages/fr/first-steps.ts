export const firstSteps = {
  title: 'Premiers pas',
  count: '{{done}} sur {{all}}',
  done: 'fait',
  letterhead: { name: 'En-tête', text: 'Nom et adresse sur chaque lettre', act: 'Configurer' },
  templates: { name: 'Modèles pour mes modalités', text: 'Aucun choisi encore', act: 'Choisir' },
  backup: {
    name: 'Destination des sauvegardes',
    text: 'Rien n’est encore sauvegardé',
    act: 'Choisir',
  },
  report: { name: 'Premier compte rendu signé', text: '{{keys}} dans un compte rendu' },
  until: 'Cette liste disparaît quand tout est fait.',
  hide: 'Masquer',
  handbook: 'Manuel : votre premier jour',
  show: 'Afficher les premiers pas',
} as const;
