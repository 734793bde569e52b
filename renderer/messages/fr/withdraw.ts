/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marquer comme saisi par erreur',
  act: 'Marquer comme saisi par erreur',
  text: '« {{title}} » est montré et imprimé comme retiré, quitte les listes habituelles et leurs comptes ; ses suivis et son résultat critique ne sont plus attendus. Rien n’est effacé.',
  reasonMissing: 'Dites pourquoi, par exemple « dicté dans le mauvais examen ».',
  draftKept: 'Le texte en cours va dans les textes récupérés.',
  backTitle: 'Retirer la marque',
  backAct: 'Retirer la marque',
  backText: '« {{title}} » redevient ce qu’il était avant, comme une version à part.',
  fromElsewhere: 'Il est arrivé ainsi marqué. Ce qu’il était avant n’est pas connu.',
  marked: 'Saisi par erreur : {{title}}',
  takenBack: 'N’est plus saisi par erreur : {{title}}',
  banner: 'Saisi par erreur. Rien dans ce compte rendu n’est valable.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
};
