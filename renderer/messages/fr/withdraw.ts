/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marquer comme saisi par erreur',
  act: 'Marquer comme saisi par erreur',
  text: '« {{title}} » est montré et imprimé comme retiré, quitte les listes habituelles et leurs comptes ; ses suivis et son résultat critique ne sont plus attendus. Rien n’est effacé.',
  reasonMissing: 'Dites pourquoi, par exemple « dicté dans le mauvais examen ».',
  draftKept: 'Le texte non scellé de ce compte rendu est conservé : il passe dans Texte récupéré.',
  backTitle: 'Retirer la marque « saisi par erreur »',
  backAct: 'Retirer la marque « saisi par erreur »',
  backText: '« {{title}} » revient à son état d’avant la marque, comme nouvelle version.',
  fromElsewhere:
    'Ce compte rendu est arrivé ici déjà marqué. Son état antérieur n’est pas connu, la marque reste donc.',
  marked: 'Saisi par erreur : {{title}}',
  takenBack: 'N’est plus saisi par erreur : {{title}}',
  banner: 'Saisi par erreur. Rien dans ce compte rendu n’est valable.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
  results: {
    title_one: 'L’expéditeur a retiré un résultat qui figure dans ce texte.',
    title_other: 'L’expéditeur a retiré {{count}} résultats qui figurent dans ce texte.',
    withdrawn: '{{name}} : non valable, envoyé par erreur (reçu le {{date}})',
    cancelled: '{{name}} : annulé par l’expéditeur (reçu le {{date}})',
    text: 'Ce texte n’a pas été changé, car une personne l’avait modifié. Regardez le nouveau résultat parmi les fichiers de cet examen, corrigez le texte, puis confirmez.',
    act: 'Vérifié : le texte est juste',
    reason: 'Résultats retirés vérifiés',
    notKept: 'Votre confirmation n’a pas été enregistrée. Réessayez.',
  },
};
