export const errors = {
  reference: 'Référence',
  copyReference: 'Copier la référence',
  unreachable: 'Le coffre ne répond pas',
  unreachableText:
    'Son service sur cet ordinateur s’est arrêté ou redémarre. Ce que vous avez écrit est à l’abri dans cette fenêtre. Attendez un instant, puis réessayez.',
  changed_while_signing: 'Le texte a changé pendant la signature',
  changed_while_signingText:
    'Rien n’a été signé et votre texte est toujours là. Lisez ce qui a changé, puis signez de nouveau.',
  signed_meanwhile: 'La version {{seq}} a été signée entre-temps',
  signed_meanwhileText:
    'Ouvrez-la et ajoutez-y votre texte. Rien n’a été scellé et ce que vous avez écrit est toujours là.',
  withdrawn_meanwhile: 'Ce compte rendu a été retiré entre-temps, par la version {{seq}}',
  withdrawn_meanwhileText:
    'Rien ne peut y être ajouté. Rien n’a été scellé et ce que vous avez écrit est toujours là.',
  timeout: 'Le coffre met trop de temps à répondre',
  timeoutText: 'Rien n’est perdu. Réessayez.',
  insufficient_credit: 'La limite de stockage de ce coffre est atteinte',
  insufficient_creditText:
    'Rien n’est perdu. La lecture et les comptes rendus fonctionnent toujours. Pour libérer de la place, demandez à un propriétaire de détruire des fichiers de la corbeille.',
  group_key_unavailable: 'Vous n’avez pas de clé pour ce groupe',
  group_key_unavailableText:
    'Rien n’est perdu : ses dossiers sont intacts, mais ne s’ouvrent pas pour vous. Demandez l’accès à un propriétaire du groupe.',
  permission_denied: 'Votre rôle dans ce groupe ne le permet pas',
  permission_deniedText: 'Rien n’a été changé. Demandez un autre rôle à un propriétaire du groupe.',
  client_certificate: 'Le certificat de cette fenêtre n’est pas accepté',
  client_certificateText:
    'Il a été révoqué, a expiré ou n’est pas sur la liste. Rien n’a été changé. Demandez-en un nouveau à un administrateur.',
  not_found: 'Ceci n’a pas été trouvé',
  not_foundText:
    'Cela a été détruit, ou appartient à un groupe dont vous n’êtes pas membre. Rien n’a été changé. Rechargez la liste, ou demandez l’accès à un propriétaire du groupe.',
  version_conflict: 'Une version plus récente a été scellée entre-temps',
  version_conflictText:
    'Rien n’est perdu : votre texte est toujours là. Comparez-le à la version plus récente.',
  version_pending: 'Cette fiche est en cours de suppression définitive',
  version_pendingText:
    'Votre modification n’a pas été enregistrée. Si vous avez besoin de votre texte, copiez-le maintenant depuis cette fenêtre.',
  index_pending: 'La recherche n’est pas encore prête',
  index_pendingText:
    'Elle lit d’abord chaque dossier, ce qui prend quelques minutes. Rien n’est perdu : les listes par date fonctionnent entre-temps. Cherchez à nouveau dans quelques minutes.',
  draft_conflict: 'Le brouillon a été changé dans une autre fenêtre',
  draft_conflictText:
    'Rien n’est perdu : votre texte est toujours là. Comparez-le à l’autre brouillon avant de l’enregistrer à nouveau.',
  document_deleted: 'Ce dossier a été mis à la corbeille',
  document_deletedText: 'Rien n’a été changé. Restaurez-le de la corbeille pour continuer à écrire.',
  document_not_deleted: 'Ce dossier n’est pas dans la corbeille',
  document_not_deletedText: 'Rien n’a été changé. Rechargez la liste.',
  has_dependents: 'Non effectué : autre chose l’utilise encore',
  has_dependentsText:
    'Rien n’a été changé. Déplacez ou retirez d’abord ce qui s’y rattache, par exemple les examens d’un patient.',
  replay: 'Ceci a été envoyé deux fois avec un contenu différent',
  replayText:
    'Le premier envoi est enregistré ; ce que vous venez d’envoyer ne l’est pas. Copiez-le depuis cette fenêtre, puis rechargez.',
  upload_incomplete: 'L’envoi n’est pas encore complet',
  upload_incompleteText: 'Ce qui est arrivé est gardé. Reprenez l’envoi, ou annulez-le.',
  name_taken: 'Ce nom est déjà pris ici',
  name_takenText: 'Rien n’a été changé. Choisissez un autre nom.',
  already_initialized: 'Ce coffre existe déjà',
  already_initializedText: 'Rien n’a été changé. Rechargez la fenêtre pour le déverrouiller.',
  not_initialized: 'Il n’y a pas encore de coffre',
  not_initializedText: 'Rien n’a été changé. Rechargez la fenêtre pour le créer.',
  invalid_request: 'Le coffre n’a pas accepté une saisie',
  invalid_requestText: 'Rien n’a été changé. Corrigez la saisie, puis réessayez.',
  request_too_large: 'C’est trop volumineux pour le coffre',
  request_too_largeText: 'Rien n’a été changé. Raccourcissez-le ou divisez-le, puis réessayez.',
  rate_limited: 'Trop d’essais. Prochain essai dans {{time}}',
  rate_limitedText: 'Rien n’est perdu. Attendez, puis réessayez.',
  credential_rejected: 'La phrase secrète, la clé ou le code n’a pas été accepté',
  credential_rejectedText: 'Rien n’a été changé. Vérifiez-le et réessayez.',
  crypto_error: 'Ceci ne s’est pas ouvert. C’est peut-être endommagé',
  crypto_errorText:
    'Rien n’a été changé. Les autres dossiers et versions s’ouvrent toujours. Demandez à un administrateur de restaurer celui-ci depuis une sauvegarde.',
  protocol_error: 'Le coffre n’a pas pu utiliser son stockage',
  protocol_errorText:
    'Rien n’a été changé. Votre texte est à l’abri dans cette fenêtre. Réessayez. Si cela se reproduit, demandez au support informatique de vérifier le disque, la base de données ou le bucket du coffre.',
  unknown: 'Quelque chose d’inattendu s’est produit',
  unknownText:
    'Votre texte est à l’abri dans cette fenêtre. Réessayez. Si cela se reproduit, donnez la référence à un administrateur.',
};
