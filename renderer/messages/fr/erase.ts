export const erase = {
  menu: 'Effacer cette personne…',
  title: 'Effacer définitivement {{name}} ?',
  act: 'Effacer définitivement',
  reason: 'Motif',
  reasonMissing: 'Indiquez le motif : il figure dans la déclaration signée.',
  confirm: 'Saisissez {{word}} pour confirmer',
  word: 'effacer',
  done: 'Effacé définitivement ; la déclaration signée a été enregistrée',
  goes: 'Sont effacés : le dossier, {{exams}} examens en {{versions}} versions, {{drafts}} brouillons, {{files}} fichiers et dossiers avec leurs images, {{waiting}} images reçues non encore classées et messages non encore envoyés.',
  noBackups:
    'Aucun dossier de sauvegarde n’est choisi : aucune n’a été comptée. Supprimez vous-même celles faites en ligne de commande : elles ont encore les dossiers de cette personne.',
  backups: 'Sauvegardes qui en contiennent encore, jusqu’à leur suppression : {{number}}',
  copy: 'Copie de voyage {{name}}, vue le {{day}} : cette personne y est effacée au prochain échange.',
  statement:
    'Vous recevez une déclaration signée de tout cela. Elle est enregistrée aussitôt : gardez-la, car le coffre n’en conserve que l’empreinte.',
  kind: {
    patient: 'Patient',
    exam: 'Examen',
    file: 'Fichier',
  },
  left: {
    damaged:
      'Non effacé, car endommagé : {{what}} {{id}}. Donnez cet identifiant à un propriétaire du groupe, qui peut le détruire en ligne de commande (« --purge »).',
    may_be_theirs:
      'Non effacé, peut-être de cette personne : {{what}} {{id}}. Attribuez-le sous À rapprocher avant d’effacer.',
    same_person: 'Non effacé, un autre dossier de la même personne : {{what}} {{id}}. Effacez-le aussi.',
  },
};
