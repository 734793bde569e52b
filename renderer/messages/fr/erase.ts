export const erase = {
  menu: 'Effacer cette personne…',
  title: 'Effacer définitivement {{name}} ?',
  act: 'Effacer définitivement',
  reason: 'Motif',
  reasonMissing: 'Indiquez le motif : il figure dans la déclaration signée.',
  confirm: 'Saisissez {{word}} pour confirmer',
  word: 'effacer',
  done: 'Effacé définitivement ; la déclaration signée a été enregistrée',
  goes: 'Sont effacés : le dossier, {{exams}} examens en {{versions}} versions, {{drafts}} brouillons, {{files}} fichiers et dossiers avec leurs images, {{waiting}} objets et messages en attente.',
  noBackups:
    'Aucun dossier de sauvegarde n’est choisi. Celles faites par commande ne sont pas comptées ici : supprimez-les vous-même.',
  backups: 'Sauvegardes qui en contiennent encore, jusqu’à leur suppression : {{number}}',
  copy: 'Copie de voyage {{name}}, vue le {{day}} : elle l’efface à son prochain échange.',
  statement:
    'Vous recevez une déclaration signée de tout cela. Elle est enregistrée aussitôt : gardez-la, car le coffre n’en conserve que l’empreinte.',
  kind: {
    patient: 'Patient',
    exam: 'Examen',
    file: 'Fichier',
  },
  left: {
    damaged:
      'Non effacé, car endommagé : {{what}} {{id}}. Notez cet identifiant : un propriétaire peut le détruire en ligne de commande (« --purge »).',
    may_be_theirs:
      'Non effacé, peut-être de cette personne : {{what}} {{id}}. Attribuez-le sous À rapprocher avant d’effacer.',
    same_person: 'Non effacé, un autre dossier de la même personne : {{what}} {{id}}. Effacez-le aussi.',
  },
};
