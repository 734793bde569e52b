/** The sheet that puts an exam right. */
export const examSheet = {
  title: 'Rectifier l’examen',
  side: 'Côté',
  sides: {
    none: 'Aucun',
    left: 'Gauche',
    right: 'Droit',
    both: 'Les deux',
  },
  sideWord: {
    left: 'gauche',
    right: 'droit',
    both: 'bilatéral',
  },
  date: 'Date et heure',
  reason: 'Motif',
  reasonHelp: 'figure dans l’historique',
  reasonMissing: 'Dites pourquoi, par exemple « mauvais côté demandé ».',
  left: 'Patient quitté',
  leftWrong: 'Choisissez par son nom le patient que ce compte rendu quitte.',
  leftOther: 'Ce compte rendu est chez {{from}}, pas chez {{name}}.',
  bothNames:
    'Ce compte rendu a été écrit sous le nom de {{from}}. Choisissez aussi par son nom qui il quitte ; les deux patients en gardent la trace.',
  seal: 'Sceller la modification',
  sealSigned: 'Sceller et signer comme corrigé',
  nothing: 'Rien n’est encore modifié.',
  signed:
    'Ce compte rendu est signé. La version {{seq}} reste telle qu’elle a été signée ; vous signez la nouvelle version, comme corrigée.',
  written: '{{name}} écrit un addendum ou une modification. Il faut d’abord le sceller ou y renoncer.',
  done: 'Rectifié : {{title}}',
  movedDone: '{{title}} appartient maintenant à {{name}}',
  moves: 'Comptes rendus déplacés',
  movedOut: '{{title}} a été déplacé vers un autre patient le {{when}} par {{who}} : {{reason}}',
  movedIn: '{{title}} a été déplacé ici d’ailleurs le {{when}} par {{who}} : {{reason}}',
};
