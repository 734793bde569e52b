export const desktop = {
  title: 'Cet ordinateur',
  unlock: 'Déverrouiller avec cet ordinateur',
  unlockHelp:
    'Le système d’exploitation garde une clé pour vous. La phrase secrète et la clé de secours restent ce qu’elles sont. Toute personne qui peut utiliser votre compte sur cet ordinateur peut alors ouvrir le coffre.',
  unavailable:
    'Impossible ici, car aucun trousseau du système d’exploitation n’est en marche. Utilisez votre phrase secrète.',
  noLonger:
    'Cet ordinateur ne peut plus déverrouiller le coffre pour vous. Saisissez votre phrase secrète, puis réactivez-le dans les réglages.',
  contentProtection: 'Exclure cette fenêtre des captures et du partage d’écran',
  savePdf: 'Enregistrer en PDF',
};
