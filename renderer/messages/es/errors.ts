export const errors = {
  reference: 'Referencia',
  copyReference: 'Copiar referencia',
  unreachable: 'La bóveda no responde',
  unreachableText:
    'Su servicio en este ordenador se ha parado o está arrancando. Lo que escribió está a salvo en esta ventana. Espere un momento e inténtelo de nuevo.',
  changed_while_signing: 'El texto cambió mientras se firmaba',
  changed_while_signingText: 'No se firmó nada y su texto sigue aquí. Lea lo que cambió y firme de nuevo.',
  signed_meanwhile: 'La versión {{seq}} se firmó mientras tanto',
  signed_meanwhileText: 'Ábrala y añada allí su texto. No se selló nada y lo que usted escribió sigue aquí.',
  withdrawn_meanwhile: 'Este informe se retiró mientras tanto, con la versión {{seq}}',
  withdrawn_meanwhileText: 'No se le puede añadir nada. No se selló nada y lo que usted escribió sigue aquí.',
  timeout: 'La bóveda tarda demasiado en responder',
  timeoutText: 'No se ha perdido nada. Inténtelo de nuevo.',
  insufficient_credit: 'Se alcanzó el límite de almacenamiento de esta bóveda',
  insufficient_creditText:
    'No se ha perdido nada. La lectura y los informes siguen funcionando. Para liberar espacio, pida a un propietario que elimine archivos de la papelera.',
  group_key_unavailable: 'Usted no tiene clave para este grupo',
  group_key_unavailableText:
    'Nada se ha perdido: sus registros están intactos, pero no se abren para usted. Pida a un propietario del grupo que le dé acceso.',
  permission_denied: 'Su papel en este grupo no lo permite',
  permission_deniedText: 'No se ha cambiado nada. Pida otro papel a un propietario del grupo.',
  client_certificate: 'No se acepta el certificado de esta ventana',
  client_certificateText:
    'Fue revocado, ha caducado o no está en la lista. No se ha cambiado nada. Pida uno nuevo a un administrador.',
  not_found: 'Esto no se encontró',
  not_foundText:
    'Se eliminó, o pertenece a un grupo en el que usted no está. No se ha cambiado nada. Recargue la lista, o pida acceso a un propietario del grupo.',
  version_conflict: 'Entretanto se selló una versión más nueva',
  version_conflictText: 'No se ha perdido nada: su texto sigue aquí. Compárelo con la versión más nueva.',
  version_pending: 'Este registro se está eliminando definitivamente',
  version_pendingText: 'Su cambio no se guardó. Si necesita su texto, cópielo ahora de esta ventana.',
  index_pending: 'La búsqueda aún no está lista',
  index_pendingText:
    'Primero lee cada registro, lo que tarda unos minutos. No se ha perdido nada: las listas por fecha funcionan entretanto. Busque de nuevo en unos minutos.',
  draft_conflict: 'El borrador se cambió en otra ventana',
  draft_conflictText:
    'No se ha perdido nada: su texto sigue aquí. Compárelo con el otro borrador antes de volver a guardarlo.',
  document_deleted: 'Este registro se movió a la papelera',
  document_deletedText: 'No se ha cambiado nada. Restáurelo de la papelera para seguir escribiendo.',
  document_not_deleted: 'Este registro no está en la papelera',
  document_not_deletedText: 'No se ha cambiado nada. Recargue la lista.',
  has_dependents: 'No se hizo: otra cosa lo usa todavía',
  has_dependentsText:
    'No se ha cambiado nada. Mueva o quite antes lo que le pertenece, por ejemplo los estudios de un paciente.',
  replay: 'Esto se envió dos veces con contenido distinto',
  replayText:
    'Lo que se envió primero está guardado; lo que acaba de enviar, no. Cópielo de esta ventana y luego recargue.',
  upload_incomplete: 'La subida aún no está completa',
  upload_incompleteText: 'Lo que ya llegó se conserva. Reanude la subida, o cancélela.',
  name_taken: 'Este nombre ya está usado aquí',
  name_takenText: 'No se ha cambiado nada. Elija otro nombre.',
  already_initialized: 'Esta bóveda ya existe',
  already_initializedText: 'No se ha cambiado nada. Recargue la ventana para desbloquearla.',
  not_initialized: 'Aún no hay bóveda',
  not_initializedText: 'No se ha cambiado nada. Recargue la ventana para crearla.',
  invalid_request: 'La bóveda no aceptó un dato',
  invalid_requestText: 'No se ha cambiado nada. Corrija el dato e inténtelo de nuevo.',
  request_too_large: 'Esto es demasiado grande para la bóveda',
  request_too_largeText: 'No se ha cambiado nada. Acórtelo o divídalo e inténtelo de nuevo.',
  rate_limited: 'Demasiados intentos. Próximo intento en {{time}}',
  rate_limitedText: 'No se ha perdido nada. Espere y vuelva a intentarlo.',
  credential_rejected: 'No se aceptó la frase de contraseña, la clave o el código',
  credential_rejectedText: 'No se ha cambiado nada. Revíselo e inténtelo de nuevo.',
  crypto_error: 'Esto no se abrió. Puede estar dañado',
  crypto_errorText:
    'No se ha cambiado nada. Otros registros y versiones siguen abriéndose. Pida a un administrador que restaure este desde una copia de seguridad.',
  protocol_error: 'La bóveda no pudo usar su almacenamiento',
  protocol_errorText:
    'No se ha cambiado nada. Su texto está a salvo en esta ventana. Inténtelo de nuevo. Si se repite, pida al soporte informático que revise el disco, la base de datos o el bucket de la bóveda.',
  unknown: 'Ocurrió algo inesperado',
  unknownText:
    'Su texto está a salvo en esta ventana. Inténtelo de nuevo. Si vuelve a ocurrir, dé la referencia a un administrador.',
};
