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
  checkFirst_one: 'Leia isto primeiro e pressione de novo. {{count}} pergunta:',
  checkFirst_other: 'Leia isto primeiro e pressione de novo. {{count}} perguntas:',
  figuresAre: 'Vi as imagens-chave: elas mostram {{name}}',
  figuresAreNot:
    'Nada é assinado antes desta resposta. Se uma mostrar outra pessoa, feche isto, retifique o laudo e retire-a primeiro.',
  written: '{{name}} está escrevendo uma adenda ou alteração e antes precisa selá-la ou descartá-la.',
  done: 'Corrigido: {{title}}',
  movedDone: '{{title}} pertence agora a {{name}}',
  toldReopens:
    'O resultado crítico foi dito a {{who}} como de {{name}}. Depois da mudança conta como não dito, até que alguém avise de novo ou o confirme.',
  elsewhere: {
    title: 'Até {{when}} este laudo era de {{name}}',
    titleUnread: 'Até {{when}} este exame era de {{name}}',
    told: 'Resultado crítico: dito como desse paciente. Conta como não dito até que alguém avise de novo ou o confirme.',
    followUp: 'Recomendado nesse nome: {{text}}',
    sent: 'Enviado nesse nome a {{receiver}}, {{when}}. Pode ainda estar lá: envie esta versão e peça que retirem a outra.',
    text: 'O que foi impresso, salvo ou entregue nesse nome não muda: avise todos os que o têm. Onde este exame foi comparado com anteriores, aqui e em {{name}}, leia de novo a comparação.',
    act: 'Confirmar: todos os que o tinham foram avisados',
    reason: 'Todos os que o tinham em nome de {{name}} foram avisados',
    notKept: 'Sua confirmação não foi salva. Tente de novo.',
  },
  moves: 'Relatórios movidos',
  movedOut: '{{title}} passou para outro paciente em {{when}}, por {{who}}: {{reason}}',
  movedIn: '{{title}} veio de outro lugar em {{when}}, por {{who}}: {{reason}}',
};
