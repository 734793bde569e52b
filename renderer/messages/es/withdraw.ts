/** A report entered in error, and the way back. */
export const withdraw = {
  title: 'Marcar como anotado por error',
  act: 'Marcar como anotado por error',
  text: '«{{title}}» se muestra e imprime como retirado, sale de las listas habituales y de sus recuentos, y ya no se esperan sus seguimientos ni su resultado crítico. No se borra nada.',
  reasonMissing: 'Diga por qué, por ejemplo «dictado en el estudio equivocado».',
  draftKept: 'El texto sin sellar de este informe se conserva: pasa a Texto recuperado.',
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
    title_one: 'El remitente retiró un resultado que figura en este texto.',
    title_other: 'El remitente retiró {{count}} resultados que figuran en este texto.',
    withdrawn: '{{name}}: no válido, enviado por error (recibido el {{date}})',
    cancelled: '{{name}}: cancelado por el remitente (recibido el {{date}})',
    text: 'Este texto no se cambió, porque una persona lo había editado. Mire el resultado nuevo entre los archivos de este estudio, corrija el texto y luego confirme.',
    act: 'Revisado: el texto es correcto',
    reason: 'Resultados retirados revisados',
    notKept: 'Su confirmación no se guardó. Inténtelo de nuevo.',
  },
};
