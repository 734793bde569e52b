export const outbox = {
  lead: 'Comptes rendus signés et scellés en messages HL7 v2. Le coffre envoie chacun jusqu’à la réponse de son système, tant qu’une personne qui peut le lire est déverrouillée.',
  title: 'Boîte d’envoi',
  grid: 'Messages',
  empty:
    'Rien n’a encore été envoyé. Ouvrez un examen et choisissez « Envoyer à un système » dans la palette.',
  receivers: 'Systèmes',
  receiversHelp: 'une ligne chacun, nom=hôte:port',
  receiversBad:
    'Chaque ligne est nom=hôte:port, et chaque nom une seule fois, comme ris=ris.clinic.example:2575.',
  inClear: 'HL7 par MLLP n’est pas chiffré : les comptes rendus traversent le réseau en clair.',
  saveReceivers: 'Garder les systèmes',
  sendAgain: 'Envoyer maintenant',
  sendAgainTo: 'Envoyer maintenant à {{receiver}}',
  discard: 'Retirer',
  discardTo: 'Retirer le message à {{receiver}}',
  next: 'prochain essai {{time}}',
  states: {
    waiting: 'En attente',
    acknowledged: 'Pris',
    refused: 'Refusé',
    failed: 'Échoué',
  },
  damaged: 'Endommagé : il ne part pas. Retirez-le, et renvoyez le compte rendu.',
  failures: {
    no_answer: 'pas de réponse',
    no_receiver: 'les réglages ne nomment pas ce système',
    not_readable: 'le compte rendu n’a pas pu être lu',
  },
  send: {
    title: 'Envoyer {{title}}',
    act: 'Envoyer',
    intro:
      'La version {{seq}} avec son PDF, en clair, en HL7 v2. Elle est renvoyée jusqu’à la réponse du système.',
    to: 'Système',
    none: 'Les réglages ne nomment encore aucun système.',
    toSettings: 'Systèmes et boîte d’envoi',
  },
  link: {
    title: 'SMART Health Link de {{title}}',
    act: 'Enregistrer le fichier',
    intro:
      'La version {{seq}} avec son patient en un fichier chiffré, à déposer à une adresse à vous. Le lien dit où il est et l’ouvre ; les fichiers de l’examen restent ici, et rien n’est envoyé.',
    place: 'Adresse sous laquelle il sera',
    placeHelp: 'https, terminée par une barre oblique',
    badPlace:
      'Une adresse https terminée par une barre oblique, comme https://files.clinic.example/links/, de 85 caractères au plus.',
    label: 'Libellé',
    labelHelp: 'lisible dans le lien',
    badLabel: '80 caractères au plus.',
    expires: 'À ne plus suivre après',
    made: 'Le lien',
    code: 'Le lien en code QR',
    put: 'Déposez le fichier enregistré à {{place}} sous son nom, {{name}}.',
    secret: 'Qui a le lien et atteint le fichier lit le compte rendu. Il n’est gardé nulle part.',
    copy: 'Copier le lien',
  },
};
