export const erase = {
  menu: 'Apagar esta pessoa…',
  title: 'Apagar {{name}} definitivamente?',
  act: 'Apagar definitivamente',
  reason: 'Motivo',
  reasonMissing: 'Indique o motivo: ele consta da declaração assinada.',
  confirm: 'Escreva {{word}} para confirmar',
  word: 'apagar',
  done: 'Apagado definitivamente; a declaração assinada foi guardada',
  goes: 'Será apagado: o registro, {{exams}} exames em {{versions}} versões, {{drafts}} rascunhos, {{files}} arquivos e pastas com as suas imagens, {{waiting}} imagens recebidas ainda não arquivadas e mensagens ainda não enviadas.',
  noBackups:
    'Não há pasta de cópias de segurança, por isso nenhuma foi contada. Apague você mesmo as feitas na linha de comando: elas ainda têm os registros desta pessoa.',
  backups: 'Cópias de segurança que ainda contêm parte, até serem descartadas: {{number}}',
  copy: 'Cópia de viagem {{name}}, vista em {{day}}: lá esta pessoa é apagada na próxima troca.',
  statement:
    'Você recebe uma declaração assinada de tudo isto. Ela é salva logo como arquivo: guarde-a, porque o cofre mantém apenas o seu hash.',
  kind: {
    patient: 'Paciente',
    exam: 'Exame',
    file: 'Ficheiro',
  },
  left: {
    damaged:
      'Não apagado, por estar danificado: {{what}} {{id}}. Dê este id a um proprietário do grupo, que pode eliminá-lo na linha de comando («--purge»).',
    may_be_theirs:
      'Não apagado, pode ser desta pessoa: {{what}} {{id}}. Atribua-o em A associar antes de apagar.',
    same_person: 'Não apagado, outro registro da mesma pessoa: {{what}} {{id}}. Apague-o também.',
  },
};
