export const errors = {
  reference: 'Referência',
  copyReference: 'Copiar referência',
  unreachable: 'O cofre não responde',
  unreachableText:
    'O serviço dele neste computador parou ou está reiniciando. O que você escreveu está seguro nesta janela. Espere um momento e tente de novo.',
  changed_while_signing: 'O texto mudou durante a assinatura',
  changed_while_signingText:
    'Nada foi assinado e seu texto continua aqui. Leia o que mudou e assine de novo.',
  signed_meanwhile: 'A versão {{seq}} foi assinada nesse meio-tempo',
  signed_meanwhileText: 'Abra-a e acrescente seu texto. Nada foi selado e o que você escreveu continua aqui.',
  withdrawn_meanwhile: 'Este laudo foi retirado nesse meio-tempo, na versão {{seq}}',
  withdrawn_meanwhileText:
    'Não é possível acrescentar nada a ele. Nada foi selado e o que você escreveu continua aqui.',
  timeout: 'O cofre demora demais a responder',
  timeoutText: 'Nada se perdeu. Tente de novo.',
  insufficient_credit: 'O limite de armazenamento deste cofre foi atingido',
  insufficient_creditText:
    'Nada se perdeu. Leitura e laudos continuam funcionando. Para liberar espaço, peça a um proprietário que elimine arquivos da lixeira.',
  group_key_unavailable: 'Você não tem chave para este grupo',
  group_key_unavailableText:
    'Nada se perdeu: os registros do grupo estão intactos, mas não abrem para você. Peça acesso a um proprietário do grupo.',
  permission_denied: 'Seu papel neste grupo não permite isso',
  permission_deniedText: 'Nada foi mudado. Peça outro papel a um proprietário do grupo.',
  client_certificate: 'O certificado desta janela não é aceito',
  client_certificateText:
    'Foi revogado, venceu ou não está na lista. Nada foi mudado. Peça um novo a um administrador.',
  not_found: 'Isto não foi encontrado',
  not_foundText:
    'Foi eliminado, ou pertence a um grupo do qual você não faz parte. Nada foi mudado. Recarregue a lista, ou peça acesso a um proprietário do grupo.',
  version_conflict: 'Uma versão mais nova foi selada nesse meio tempo',
  version_conflictText: 'Nada se perdeu: seu texto ainda está aqui. Compare-o com a versão mais nova.',
  version_pending: 'Este registro está sendo eliminado definitivamente',
  version_pendingText:
    'Sua alteração não foi guardada. Se precisar do seu texto, copie-o agora desta janela.',
  index_pending: 'A busca ainda não está pronta',
  index_pendingText:
    'Ela primeiro lê cada registro, o que leva alguns minutos. Nada se perdeu: as listas por data funcionam enquanto isso. Busque de novo em alguns minutos.',
  draft_conflict: 'O rascunho foi mudado em outra janela',
  draft_conflictText:
    'Nada se perdeu: seu texto ainda está aqui. Compare-o com o outro rascunho antes de salvá-lo de novo.',
  document_deleted: 'Este registro foi movido para a lixeira',
  document_deletedText: 'Nada foi mudado. Restaure-o da lixeira para continuar a escrever.',
  document_not_deleted: 'Este registro não está na lixeira',
  document_not_deletedText: 'Nada foi mudado. Recarregue a lista.',
  has_dependents: 'Não foi feito: outra coisa ainda usa isto',
  has_dependentsText:
    'Nada foi mudado. Primeiro mova ou remova o que lhe pertence, por exemplo os exames de um paciente.',
  replay: 'Isto foi enviado duas vezes com conteúdo diferente',
  replayText:
    'O que foi enviado primeiro está guardado; o que você acabou de enviar, não. Copie-o desta janela e depois recarregue.',
  upload_incomplete: 'O envio ainda não está completo',
  upload_incompleteText: 'O que já chegou fica guardado. Retome o envio, ou cancele-o.',
  name_taken: 'Este nome já está em uso aqui',
  name_takenText: 'Nada foi mudado. Escolha outro nome.',
  already_initialized: 'Este cofre já existe',
  already_initializedText: 'Nada foi mudado. Recarregue a janela para desbloqueá-lo.',
  not_initialized: 'Ainda não há cofre',
  not_initializedText: 'Nada foi mudado. Recarregue a janela para criá-lo.',
  invalid_request: 'O cofre não aceitou um dado',
  invalid_requestText: 'Nada foi mudado. Corrija o dado e tente de novo.',
  request_too_large: 'Isto é grande demais para o cofre',
  request_too_largeText: 'Nada foi mudado. Encurte-o ou divida-o e tente de novo.',
  rate_limited: 'Tentativas demais. Próxima tentativa em {{time}}',
  rate_limitedText: 'Nada se perdeu. Espere e tente de novo.',
  credential_rejected: 'A frase secreta, a chave ou o código não foi aceito',
  credential_rejectedText: 'Nada foi mudado. Confira-o e tente de novo.',
  crypto_error: 'Isto não abriu. Pode estar danificado',
  crypto_errorText:
    'Nada foi mudado. Outros registros e versões ainda abrem. Peça a um administrador que restaure este a partir de um backup.',
  protocol_error: 'O cofre não conseguiu usar o armazenamento',
  protocol_errorText:
    'Nada foi mudado. Seu texto está seguro nesta janela. Tente de novo. Se acontecer outra vez, peça ao suporte de TI que confira o disco, o banco de dados ou o bucket do cofre.',
  unknown: 'Algo inesperado aconteceu',
  unknownText:
    'Seu texto está seguro nesta janela. Tente de novo. Se acontecer outra vez, dê a referência a um administrador.',
};
