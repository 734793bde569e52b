export const desktop = {
  title: 'Cet ordinateur',
  unlock: 'Déverrouiller avec cet ordinateur',
  unlockHelp:
    'Le système d’exploitation garde une clé pour vous. La phrase secrète et la clé de secours restent ce qu’elles sont ; qui peut utiliser votre compte sur cet ordinateur peut alors ouvrir le coffre.',
  unavailable: 'Impossible ici : aucun trousseau du système d’exploitation n’est en marche.',
  noLonger:
    'Cet ordinateur n’ouvre plus le coffre. Utilisez votre phrase secrète, puis réactivez-le dans les réglages.',
  contentProtection: 'Exclure cette fenêtre des captures et du partage d’écran',
  savePdf: 'Enregistrer en PDF',
};
