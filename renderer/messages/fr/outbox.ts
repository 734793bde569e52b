export const outbox = {
  lead: 'Comptes rendus signés et scellés, envoyés en messages HL7 v2. Le coffre renvoie chaque message jusqu’à la réponse du système, tant qu’une personne qui peut lire le compte rendu est déverrouillée.',
  title: 'Boîte d’envoi',
  grid: 'Messages',
  empty:
    'Rien n’a encore été envoyé. Ouvrez un examen et choisissez « Envoyer à un système » dans la palette.',
  receivers: 'Systèmes',
  receiversHelp: 'un par ligne : nom=hôte:port, ou chiffré : nom=tls://hôte:port',
  receiversBad:
    'Écrivez un système par ligne, sous la forme nom=hôte:port ou nom=tls://hôte:port, chaque nom une fois. Exemple : ris=ris.clinique.example:2575.',
  inClear:
    'HL7 par MLLP sans tls:// n’est pas chiffré : d’autres peuvent lire les comptes rendus sur le réseau. Utilisez tls:// si le système le permet.',
  caOfSystem:
    '{{receiver}} : son certificat doit venir d’une autorité à laquelle cet ordinateur fait confiance.',
  caOfItsOwn: '{{receiver}} : son certificat doit venir de l’autorité donnée ici.',
  caBad: 'Ce fichier n’est pas un certificat PEM. Rien n’a été changé. Choisissez un autre fichier.',
  caChoose: 'Choisir l’autorité de {{receiver}}…',
  caReplace: 'Remplacer l’autorité de {{receiver}}…',
  caRemove: 'Retirer l’autorité de certification donnée pour {{receiver}}',
  caUnreadable: 'Le certificat de cette autorité ne peut pas être lu. Remplacez-le.',
  caSubject: 'Autorité',
  caFingerprint: 'Empreinte SHA-256',
  saveReceivers: 'Garder les systèmes',
  sendAgain: 'Envoyer maintenant',
  sendAgainTo: 'Envoyer maintenant à {{receiver}}',
  discard: 'Retirer',
  discardTo: 'Retirer le message à {{receiver}}',
  discardAsk: 'Retirer le message à {{receiver}} ?',
  discardKeep: 'Garder le message',
  discardText: 'Le système n’a pas confirmé le compte rendu, qui ne sera plus envoyé. Le compte rendu reste.',
  next: 'prochain essai {{time}}',
  states: {
    waiting: 'En attente',
    acknowledged: 'Accepté',
    refused: 'Refusé',
    failed: 'Échoué',
  },
  heard: '(« {{answer}} »)',
  damaged:
    'Ce message est endommagé et n’est pas envoyé. Le compte rendu lui-même n’est pas touché. Retirez le message, puis renvoyez le compte rendu.',
  failures: {
    no_answer: 'pas de réponse',
    not_trusted: 'son certificat n’est pas approuvé : vérifiez l’autorité',
    not_admitted: 'il a rejeté le certificat du coffre : demandez à son exploitant de l’accepter',
    not_understood: 'la réponse n’était pas un accusé HL7 : vérifiez l’adresse et le port',
    no_receiver: 'ce système n’est plus dans les réglages : ajoutez-le à nouveau ou retirez le message',
    no_patient_number: 'le patient n’a pas de numéro et HL7 en exige un : ajoutez-le au patient',
    not_readable: 'le compte rendu n’a pas pu être lu : ouvrez-le pour voir pourquoi',
  },
  send: {
    title: 'Envoyer {{title}}',
    act: 'Envoyer',
    intro:
      'La version {{seq}} avec son PDF, en HL7 v2 : le système destinataire peut la lire. Elle est renvoyée jusqu’à ce qu’il réponde.',
    to: 'Système',
    none: 'Aucun système n’est encore configuré. Ajoutez-en un dans les réglages.',
    toSettings: 'Systèmes et boîte d’envoi',
  },
  link: {
    title: 'SMART Health Link de {{title}}',
    act: 'Enregistrer le fichier',
    intro:
      'Enregistre la version {{seq}} et son patient en un fichier chiffré. Vous le déposez sur votre propre serveur web ; le lien le trouve et l’ouvre. Les fichiers de l’examen n’y sont pas, et rien n’est envoyé d’ici.',
    place: 'Adresse web du dossier',
    placeHelp: 'https, terminée par une barre oblique',
    badPlace:
      'Écrivez une adresse https terminée par une barre oblique, comme https://files.clinic.example/links/, de 85 caractères au plus.',
    label: 'Libellé',
    labelHelp: 'lisible dans le lien',
    badLabel: 'Écrivez 80 caractères au plus.',
    expires: 'Lien valable jusqu’au',
    made: 'Le lien',
    code: 'Le lien en code QR',
    put: 'Déposez le fichier enregistré à {{place}} sous son nom, {{name}}.',
    secret:
      'Qui a le lien et atteint le fichier peut lire le compte rendu. Le coffre ne garde pas le lien : copiez-le maintenant.',
    copy: 'Copier le lien',
  },
};
