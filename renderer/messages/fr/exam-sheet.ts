/** The sheet that puts an exam right. */
export const examSheet = {
  title: 'Corriger l’examen',
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
  left: 'Patient auquel le compte rendu est retiré',
  leftWrong: 'Choisissez par son nom le patient auquel ce compte rendu appartient maintenant.',
  leftOther:
    'Ce compte rendu est celui de {{from}}, pas de {{name}}. Choisissez le patient auquel il appartient maintenant.',
  bothNames:
    'Ce compte rendu a été écrit pour {{from}}. Choisissez aussi par son nom le patient qu’il quitte. Le déplacement est noté chez les deux patients.',
  seal: 'Sceller la modification',
  sealSigned: 'Sceller et signer comme corrigé',
  nothing: 'Rien n’est encore modifié.',
  signed:
    'Ce compte rendu est signé. La version {{seq}} reste telle qu’elle a été signée ; vous signez la nouvelle version, comme corrigée.',
  checkFirst_one: 'À lire d’abord, puis appuyez de nouveau. {{count}} question:',
  checkFirst_other: 'À lire d’abord, puis appuyez de nouveau. {{count}} questions:',
  figuresAre: 'J’ai regardé les images clés : elles montrent {{name}}',
  figuresAreNot:
    'Rien n’est signé avant cette réponse. Si l’une montre quelqu’un d’autre, fermez ceci, modifiez le compte rendu et retirez-la d’abord.',
  written: '{{name}} écrit un addendum ou une modification et doit d’abord le sceller ou y renoncer.',
  done: 'Rectifié : {{title}}',
  movedDone: '{{title}} appartient maintenant à {{name}}',
  toldReopens:
    'Le résultat critique a été dit à {{who}} comme étant celui de {{name}}. Après le déplacement il compte comme non dit, jusqu’à ce que quelqu’un le dise à nouveau ou le confirme.',
  elsewhere: {
    title: 'Jusqu’au {{when}} ce compte rendu était celui de {{name}}',
    titleUnread: 'Jusqu’au {{when}} cet examen était celui de {{name}}',
    told: 'Résultat critique : dit comme étant celui de ce patient. Il compte comme non dit jusqu’à ce que quelqu’un le dise à nouveau ou le confirme.',
    followUp: 'Recommandé sous ce nom : {{text}}',
    sent: 'Envoyé sous ce nom à {{receiver}}, {{when}}. Il peut s’y trouver encore : envoyez cette version et faites retirer l’autre.',
    text: 'Ce qui a été imprimé, enregistré ou remis sous ce nom ne change pas : dites-le à tous ceux qui l’ont. Là où cet examen a été comparé à des examens antérieurs, ici et chez {{name}}, relisez la comparaison.',
    act: 'Confirmer : tous ceux qui l’avaient ont été informés',
    reason: 'Tous ceux qui l’avaient sous le nom de {{name}} ont été informés',
    notKept: 'Votre confirmation n’a pas été enregistrée. Réessayez.',
  },
  moves: 'Comptes rendus déplacés',
  movedOut: '{{title}} a été déplacé vers un autre patient le {{when}} par {{who}} : {{reason}}',
  movedIn: '{{title}} a été déplacé ici d’ailleurs le {{when}} par {{who}} : {{reason}}',
};
