/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marcar como anotado por error',
  act: 'Marcar como anotado por error',
  text: '«{{title}}» se muestra e imprime como retirado, sale de las listas habituales y de sus recuentos, y ya no se esperan sus seguimientos ni su resultado crítico. No se borra nada.',
  reasonMissing: 'Diga por qué, por ejemplo «dictado en el estudio equivocado».',
  draftKept: 'El texto que se está escribiendo pasa a los recuperados.',
  backTitle: 'Quitar la marca «anotado por error»',
  backAct: 'Quitar la marca «anotado por error»',
  backText: '«{{title}}» vuelve al estado anterior a la marca, como versión nueva.',
  fromElsewhere:
    'Este informe llegó aquí ya marcado. No se conoce su estado anterior, por eso la marca se queda.',
  marked: 'Anotado por error: {{title}}',
  takenBack: 'Ya no está anotado por error: {{title}}',
  banner: 'Anotado por error. Nada de este informe es válido.',
  bannerBy: '{{reason}} ({{name}}, {{date}} {{time}})',
  results: {
    title_one: 'La fuente retiró un resultado de este texto.',
    title_other: 'La fuente retiró {{count}} resultados de este texto.',
    withdrawn: '{{name}}: retirado, anotado por error (comunicado el {{date}})',
    cancelled: '{{name}}: cancelado (comunicado el {{date}})',
    text: 'El texto quedó como está, porque una persona lo había editado. El resultado nuevo de la fuente está entre los archivos de este estudio: corrija el texto y luego confirme.',
    act: 'Lo he revisado',
    reason: 'Resultados retirados revisados',
    notKept: 'Su confirmación no se guardó. Inténtelo de nuevo.',
  },
};
