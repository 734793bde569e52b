/** The sheet that puts an exam right. */
export const examSheet = {
  title: 'Corrigir o exame',
  side: 'Lado',
  sides: {
    none: 'Nenhum',
    left: 'Esquerdo',
    right: 'Direito',
    both: 'Ambos',
  },
  sideWord: {
    left: 'esquerda',
    right: 'direita',
    both: 'ambos os lados',
  },
  date: 'Data e hora',
  reason: 'Motivo',
  reasonHelp: 'consta no histórico',
  reasonMissing: 'Diga por quê, por exemplo «pedido do lado errado».',
  left: 'Paciente de quem sai o laudo',
  leftWrong: 'Escolha pelo nome o paciente a que este laudo pertence agora.',
  leftOther: 'Este laudo é de {{from}}, não de {{name}}. Escolha o paciente a que pertence agora.',
  bothNames:
    'Este laudo foi escrito para {{from}}. Escolha pelo nome também o paciente de onde sai. A mudança fica anotada nos dois pacientes.',
  seal: 'Selar a alteração',
  sealSigned: 'Selar e assinar como corrigido',
  nothing: 'Ainda nada foi alterado.',
  signed:
    'Este laudo está assinado. A versão {{seq}} fica como foi assinada; você assina a nova versão, como corrigida.',
  written: '{{name}} está escrevendo uma adenda ou alteração e antes precisa selá-la ou descartá-la.',
  done: 'Corrigido: {{title}}',
  movedDone: '{{title}} pertence agora a {{name}}',
  toldReopens:
    'O resultado crítico foi dito a {{who}} em nome de {{name}}. Depois da mudança conta como não dito, até que alguém avise de novo ou o confirme.',
  elsewhere: {
    title: 'Até {{when}} este laudo esteve em nome de {{name}}',
    titleUnread: 'Até {{when}} este exame esteve em nome de {{name}}',
    told: 'Resultado crítico: dito nesse nome. Conta como não dito até que alguém avise de novo ou o confirme.',
    followUp: 'Recomendado nesse nome: {{text}}',
    sent: 'Enviado nesse nome a {{receiver}}, {{when}}. Pode ainda estar lá: envie esta versão e peça que retirem a outra.',
    text: 'O que foi impresso, salvo ou entregue nesse nome não muda: avise quem o tem. Leia de novo o que foi comparado com exames anteriores, aqui e em {{name}}.',
    act: 'Confirmar: todos os que o tinham foram avisados',
    reason: 'Quem o tinha em nome de {{name}} foi avisado',
    notKept: 'Isso não foi registrado',
  },
  moves: 'Relatórios movidos',
  movedOut: '{{title}} passou para outro paciente em {{when}}, por {{who}}: {{reason}}',
  movedIn: '{{title}} veio de outro lugar em {{when}}, por {{who}}: {{reason}}',
};
