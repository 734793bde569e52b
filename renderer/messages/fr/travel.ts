export const travel = {
  copyOf: 'de {{name}}',
  away: 'En déplacement',
  awayWaits_one: 'En déplacement, {{number}} modification attend',
  awayWaits_other: 'En déplacement, {{number}} modifications attendent',
  waits_one: '{{number}} modification attend',
  waits_other: '{{number}} modifications attendent',
  toCompare_one: '{{number}} modification à comparer',
  toCompare_other: '{{number}} modifications à comparer',
  wantsPassphrase: 'La clinique demande votre phrase secrète',
  isRefused: 'La clinique refuse cette copie',
  isEnded: 'Le certificat de cette copie a expiré',
  waitsForTheClinic: 'attend la clinique',
  /** Of a file whose content is not here. */
  atTheClinic: 'à la clinique',
  pin: 'Toujours emporter',
  pinHere: '{{here}} fichiers sur {{of}} sont sur cet ordinateur ; les autres arrivent au prochain échange.',
  pinWhole: 'Tous ses fichiers sont sur cet ordinateur.',
  refusal: 'Cela n’est pas possible hors de la clinique',
  refusalText:
    'Rien n’a été changé. Il faut pour cela la clinique ; ici vous pouvez lire, écrire et sceller.',
  exchangeNow: 'Échanger maintenant',
  exchanging: 'Échange en cours…',
  noAnswer: 'aucune adresse ne répond',
  clinic: 'Avec la clinique',
  standing: {
    with: 'avec la clinique',
    away: 'en déplacement depuis {{when}}',
    passphrase: 'elle demande votre phrase secrète',
    refused: 'elle refuse cette copie',
    ended: 'son certificat a expiré',
  },
  lastExchange: 'Dernier échange {{when}}.',
  nextTry: 'Aucune adresse ne répond. Prochain essai dans {{time}}.',
  noTry: 'Aucune adresse ne répond.',
  notThere: 'Pas encore à la clinique',
  changes_one: '{{number}} modification',
  changes_other: '{{number}} modifications',
  nothing: 'rien',
  sealedHere: 'scellé ici, en sûreté, {{size}}',
  allThere: 'La clinique a tout ce que vous avez écrit.',
  opensUntil: 'Cette copie s’ouvre jusqu’au',
  opensText_one: '{{number}} jour sans la clinique, puis seulement avec elle',
  opensText_other: '{{number}} jours sans la clinique, puis seulement avec elle',
  passphraseTitle: 'Votre phrase secrète à la clinique',
  passphraseText:
    'La clinique répond, mais cet ordinateur a été déverrouillé sans votre phrase secrète, ou elle y a été changée. Ce que vous écrivez est scellé et à l’abri ici. Saisissez votre phrase secrète pour l’envoyer.',
  passphraseWrong:
    'Ce n’est pas votre phrase secrète à la clinique. Rien n’a été envoyé ni perdu. Réessayez.',
  refusedTitle: 'La clinique refuse cette copie',
  refusedText:
    'Son accès a été révoqué, ou un autre coffre répond. Ce que vous avez écrit est à l’abri sur cet ordinateur. Demandez un nouvel accès à un administrateur du coffre de la clinique.',
  newCredential: 'Dès que vous l’avez, demandez au support informatique de le donner à cette copie.',
  endedTitle: 'Le certificat de cette copie a expiré',
  endedText:
    'La clinique ne l’accepte plus. Ce que vous avez écrit est à l’abri sur cet ordinateur. Demandez un nouvel accès à un administrateur du coffre de la clinique.',
  endsTitle: 'Le certificat de cette copie expire : {{when}}',
  endsText:
    'Vous pouvez continuer à travailler. Il est renouvelé au prochain échange pendant lequel une personne qui administre est déverrouillée à la clinique.',
  changesThatWait: 'Modifications qui attendent',
  order: 'dans cet ordre, les patients avant les examens',
  noChanges: 'Rien n’attend.',
  columnWhat: 'Quoi',
  columnWhen: 'Quand',
  columnSize: 'Taille',
  columnState: 'État',
  detail: '{{name}}, version {{seq}}',
  patientDetail: 'version {{seq}}',
  unnamed: 'sans nom',
  newFolder: 'dossier',
  waitsToGo: 'Attend',
  conflict: 'Comparer',
  conflictOf: 'Comparer : {{name}}',
  notTaken: 'Non accepté',
  refusals: {
    permission_denied:
      'Votre rôle à la clinique ne le permet plus. Votre modification reste ici. Demandez à un propriétaire du groupe de vous rendre ce rôle.',
    not_found:
      'Il a été détruit à la clinique. Votre texte reste dans cette copie : copiez ce dont vous avez besoin.',
    document_deleted:
      'Il est dans la corbeille de la clinique. Votre modification reste ici. S’il y est restauré, elle part au prochain échange.',
    insufficient_credit:
      'Le stockage de la clinique est plein. Votre modification reste ici et part dès qu’il y a de la place.',
    name_taken:
      'La clinique a un autre fichier de ce nom dans le même dossier. Le vôtre reste ici. Renommez-le, puis refaites l’échange.',
    other:
      'La clinique ne l’a pas accepté. Votre modification reste ici. Prévenez un administrateur du coffre de la clinique.',
  },
  takenAlong: 'Emporté',
  change: 'Modifier',
  allExams: 'tous les examens',
  examsSince: 'examens depuis le {{day}}',
  exams_one: '{{number}} examen',
  exams_other: '{{number}} examens',
  whole: 'Complet sur cet ordinateur',
  notWhole: 'Pas encore complet ici',
  addresses: 'Adresses',
  lastAnswer: 'dernière fois {{when}}',
  answers: 'Répond',
  silent: 'Pas de réponse',
  notAsked: 'Pas encore demandé',
  panel: 'Loin de la clinique',
  advice:
    'Tout ce que vous écrivez est scellé aussitôt sur cet ordinateur. Cela part inchangé à la clinique, avec votre nom et votre heure, dès que la clinique répond.',
  worksHere: 'Possible ici',
  works: {
    read: 'Lire ce qui a été emporté',
    write: 'Écrire et sceller',
    make: 'Nouveaux patients et examens',
    files: 'Ajouter, déplacer et retirer des fichiers',
  },
  waitsThere: 'Attend la clinique',
  waitsFor: {
    access: 'Inviter, donner ou retirer un accès',
    sign: 'Signer, cosigner et le demander',
    move: 'Donner un examen à un autre patient',
    remove: 'Détruire',
    settings: 'Réglages du coffre',
  },
  bothWrote: 'Si les deux côtés ont écrit',
  bothWroteText:
    'Alors vous comparez, section par section, comme pour tout conflit. Aucun texte n’est perdu et aucun second compte rendu n’est créé.',
  bothNamedText:
    'Un fichier ou dossier renommé des deux côtés reçoit le nom de la clinique. Vous en êtes averti et pouvez utiliser le vôtre.',
  takeMore: 'Emporter davantage',
  takeAct: 'Emporter',
  howFarBack: 'Jusqu’à quand en arrière',
  howFarBackHelp: 'tous les patients et modèles sont emportés',
  everything: 'Tout',
  lastDays_one: 'Le dernier jour ({{number}})',
  lastDays_other: 'Les {{number}} derniers jours',
  takeNote: 'Cela vient au prochain échange. Ce qui est déjà ici reste.',
  conflicts_one:
    'La clinique a une autre version de {{number}} compte rendu. Les deux textes sont conservés.',
  conflicts_other:
    'La clinique a une autre version de {{number}} comptes rendus. Les deux textes sont conservés.',
  names_one:
    '{{number}} fichier ou dossier a été renommé des deux côtés. Il porte le nom de la clinique ; vous pouvez utiliser le vôtre.',
  names_other:
    '{{number}} fichiers ou dossiers ont été renommés des deux côtés. Ils portent les noms de la clinique ; vous pouvez utiliser les vôtres.',
  renamed: {
    state: 'Autre nom',
    text: 'Vous l’aviez nommé « {{name}} ». Il porte maintenant le nom de la clinique.',
    own: 'Prendre le mien',
    clinic: 'Garder celui de la clinique',
  },
  show: 'Montrer',
  met: {
    title:
      'En votre absence {{name}} a scellé la version {{latest}} à la clinique, {{time}}. Vous avez scellé la vôtre sur cet ordinateur, {{own}}. Rien n’est perdu.',
    text: 'La vôtre est maintenant un brouillon sur la version {{base}} ; ce que vous choisissez devient la version {{next}}.',
    others_one: 'Votre autre modification est déjà à la clinique.',
    others_other: 'Vos {{number}} autres modifications sont déjà à la clinique.',
    state: 'emporté à la version {{base}}, la clinique en est à {{latest}}',
  },
  sides: {
    baseNote: 'emporté, {{time}}',
    theirsHead: 'La clinique, version {{seq}}',
    mineHead: 'La vôtre, écrite en voyage',
    theirs: 'La clinique',
    theirsShort: 'clinique',
    onlyTheirs: 'seule la clinique a changé',
    renewed: 'la clinique a changé de nouveau, choisissez encore',
    useTheirs: 'Prendre celle de la clinique',
  },
  back_one: 'De retour à la clinique depuis {{since}}, {{done}} modification sur {{number}} envoyée',
  back_other: 'De retour à la clinique depuis {{since}}, {{done}} modifications sur {{number}} envoyées',
  desk: {
    lead: 'Emporte des groupes de ce coffre sur cet ordinateur. Vous pouvez les lire et les modifier sans la clinique. Vos modifications y retournent automatiquement quand elle répond.',
    groups: 'Groupes',
    space: 'Place nécessaire',
    counting: 'Calcul…',
    spaceText_one: '{{number}} examen, {{size}} scellés ; {{free}} libres ici',
    spaceText_other: '{{number}} examens, {{size}} scellés ; {{free}} libres ici',
    tooMuch_one:
      '{{number}} examen, {{size}} scellés, ne tient pas : {{free}} libres ici. Emportez moins de groupes, ou libérez de la place.',
    tooMuch_other:
      '{{number}} examens, {{size}} scellés, ne tiennent pas : {{free}} libres ici. Emportez moins de groupes, ou libérez de la place.',
    passphrase: 'Votre phrase secrète',
    lease_one:
      'La copie s’ouvre sans la clinique pendant {{number}} jour après le dernier échange. Les fichiers et les images sont récupérés à l’ouverture, si la clinique répond.',
    lease_other:
      'La copie s’ouvre sans la clinique pendant {{number}} jours après le dernier échange. Les fichiers et les images sont récupérés à l’ouverture, si la clinique répond.',
    take: 'Emporter',
    taking: 'Copie en cours…',
    cameOf: '{{number}} sur {{of}} examens, {{size}}',
    came_one: '{{number}} examen, {{size}}',
    came_other: '{{number}} examens, {{size}}',
    takingNote: 'Vous pouvez continuer à travailler. La copie s’ouvrira une fois complète.',
    here: 'Sur cet ordinateur depuis',
    unfinished: 'La copie est incomplète. Emportez à nouveau les mêmes groupes pour reprendre.',
    damaged:
      'La copie de cet ordinateur est endommagée et ne s’ouvre pas. Ce qui a déjà été envoyé à la clinique y est à l’abri. Demandez à un administrateur du coffre avant de la supprimer.',
    deleteBegun: 'Supprimer ce qui est ici',
    openCopy: 'Ouvrir la copie de voyage',
    openClinic: 'Ouvrir à la clinique',
    opensText: 'ensuite seulement avec la clinique',
    bringBack:
      'Ouvrez la copie pendant que la clinique répond. Ce que vous avez écrit y est alors envoyé automatiquement.',
    bringBackAct: 'Rapporter, puis supprimer',
    delete: 'Supprimer cette copie',
    deleteText:
      'La copie et ses clés sont retirées de cet ordinateur. La clinique garde tout ce qui y a été envoyé.',
    deleteWaits_one: '{{number}} modification n’est pas à la clinique et serait perdue.',
    deleteWaits_other: '{{number}} modifications ne sont pas à la clinique et seraient perdues.',
    deleteEven: 'Supprimer aussi ce qui n’a pas été envoyé',
    gate: 'Copie de voyage, avec la clinique pour la dernière fois {{when}}',
    unreachable:
      'Vous pouvez travailler avec la copie de voyage sur cet ordinateur, dans l’état de {{when}}. Vos modifications partent quand la clinique répond.',
    unreachableEnded:
      'La copie de cet ordinateur est restée trop longtemps sans échange avec la clinique. Rien n’est perdu. Connectez-vous à la clinique pour l’ouvrir.',
    failures: {
      away: 'La clinique n’a pas répondu, ou la connexion a été coupée. Ce qui est arrivé reste. Emportez à nouveau les mêmes groupes pour reprendre.',
      credential_rejected:
        'Ce n’est pas votre phrase secrète à la clinique. Rien n’a été emporté. Réessayez.',
      rate_limited:
        'Plusieurs phrases fausses de suite : la clinique n’en accepte plus pendant un moment. Rien n’est perdu. Réessayez dans une minute.',
      permission_denied: 'Vous n’êtes plus membre de l’un des groupes. Emportez les autres sans lui.',
      crypto_error:
        'Quelque chose de ce qui est arrivé était endommagé ou modifié ; la copie n’est pas complète. Rien n’a changé à la clinique. Prévenez un administrateur du coffre.',
      disk_full:
        'Il n’y a plus de place sur cet ordinateur. Libérez de la place, puis emportez à nouveau les mêmes groupes pour reprendre.',
      already_initialized: 'Cet ordinateur a déjà une copie. Ouvrez-la, ou supprimez-la d’abord.',
      canceled:
        'Vous l’avez arrêté. Ce qui est arrivé reste. Emportez à nouveau les mêmes groupes pour reprendre.',
      other:
        'La copie n’a pas été achevée. Rien n’a changé à la clinique. Emportez à nouveau les mêmes groupes.',
    },
  },
  place: {
    title: 'Adresses de la clinique',
    lead: 'Une par ligne, la préférée en premier. Chacune doit mener à un serveur de ce même coffre.',
    label: 'Adresses',
  },
} as const;
