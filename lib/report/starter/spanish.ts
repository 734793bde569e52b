/** The starter set in Spanish: six templates and six macros. The notation is in `starter-notation.ts`. */
export const ES_TEMPLATES = `
= CT | TC de cráneo sin contraste
# request
{Pregunta clínica}
# procedure
{Técnica: Adquisición axial del cráneo sin contraste intravenoso, con ventanas de parénquima y de hueso.}
# comparison
{Estudios previos}
# findings
Hemorragia: Sin hemorragia intracraneal.
Signos de isquemia = *ninguno | pérdida de diferenciación corticosubcortical | vaso hiperdenso | infarto establecido
Parénquima: Acorde con la edad.
Desviación de la línea media # mm 0..30
Ventrículos y cisternas: De tamaño y posición normales.
Lesión ocupante de espacio: Ninguna.
Bóveda y base del cráneo: Sin fractura.
Senos y mastoides: Libres.
Órbitas y partes blandas: Sin alteraciones.
# impression
{Conclusión!}

= CT | TC de tórax
# request
{Pregunta clínica}
# procedure
Contraste intravenoso = *con | sin
Volumen de contraste # ml 10..200
# comparison
{Estudios previos}
# findings
Pulmones: Sin consolidaciones ni alteración intersticial.
Nódulos: Sin nódulos sospechosos.
Nódulo mayor, diámetro medio # mm 1..30
Vía aérea: Permeable, sin engrosamiento bronquial.
Pleura: Sin derrame ni neumotórax.
Corazón y pericardio: De tamaño normal, sin derrame pericárdico.
Aorta ascendente, diámetro # mm 15..90
Mediastino e hilios: Sin adenopatías.
Abdomen superior incluido: Sin alteraciones.
Hueso y pared torácica: Sin lesiones sospechosas.
# impression
{Conclusión!}

= MR | RM cerebral
# request
{Pregunta clínica}
# procedure
Contraste intravenoso = *sin | sin y con
{Secuencias: T1, T2, FLAIR, difusión y susceptibilidad magnética.}
# comparison
{Estudios previos}
# findings
Difusión: Sin restricción de la difusión.
Parénquima: Señal y volumen acordes con la edad.
Sustancia blanca, grado de Fazekas = *0 | 1 | 2 | 3
Lesión ocupante de espacio: Ninguna.
Lesión, diámetro mayor # mm 1..150
Realce patológico: Ninguno.
Restos hemáticos: Ninguno.
Ventrículos y línea media: Normales.
Silla turca, tronco y cerebelo: Sin alteraciones.
Grandes vasos: Vacío de señal normal.
Órbitas, senos y mastoides: Sin alteraciones.
# impression
{Conclusión!}

= US | Ecografía de abdomen
# request
{Pregunta clínica}
# procedure
Condiciones = *buenas | limitadas por gas | limitadas por el hábito corporal
# comparison
{Estudios previos}
# findings
Hígado, línea medioclavicular # mm 60..300
Hígado: Contorno liso, homogéneo, sin lesiones focales.
Vesícula: Sin cálculos, pared no engrosada.
Colédoco, diámetro # mm 1..30
Páncreas: Normal en lo visible.
Bazo, longitud # mm 30..300
Riñón derecho, longitud # mm 40..180
Riñón izquierdo, longitud # mm 40..180
Riñones: Sin dilatación, cálculos ni lesiones focales.
Aorta, diámetro # mm 8..120
Líquido libre: Ninguno.
Vejiga: Sin alteraciones.
# impression
{Conclusión!}

= CR | Radiografía de tórax
# request
{Pregunta clínica}
# procedure
Proyecciones! = posteroanterior y lateral | posteroanterior | anteroposterior en decúbito | anteroposterior sentado
# comparison
{Estudios previos}
# findings
Tubos y catéteres: Ninguno.
Corazón y mediastino: De tamaño y forma normales.
Índice cardiotorácico # % 20..90
Hilios: Normales.
Pulmones: Sin consolidaciones ni nódulos.
Vasos pulmonares: Sin congestión.
Pleura: Sin derrame ni neumotórax.
Diafragma y abdomen superior: Sin alteraciones, sin aire libre.
Hueso: Sin fracturas.
# impression
{Conclusión!}

= MG | Mamografía
# request
{Pregunta clínica}
# procedure
Motivo! = cribado | síntomas | seguimiento
Proyecciones = *CC y MLO de ambas mamas | CC y MLO de la mama derecha | CC y MLO de la mama izquierda
Grosor comprimido # mm 10..120
# comparison
{Estudios previos}
# findings
Densidad (ACR)! = a | b | c | d
Mama derecha: Sin masas, calcificaciones sospechosas ni distorsión.
Mama izquierda: Sin masas, calcificaciones sospechosas ni distorsión.
Masa, diámetro mayor # mm 1..150
Calcificaciones, extensión # mm 1..150
Piel y pezones: Sin alteraciones.
Axilas: Sin adenopatías sospechosas.
Categoría BI-RADS, derecha! = 0 | 1 | 2 | 3 | 4 | 5 | 6
Categoría BI-RADS, izquierda! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Conclusión!}
`;

export const ES_MACROS = `
.sincambios | * | Sin cambios respecto a {Fecha del estudio previo!}.
.sinprevios | * | No hay estudios previos para comparar.
.control | * | Control en {Meses! # meses 1..60}.
.sintep | CT | Sin tromboembolia pulmonar hasta el nivel subsegmentario.
.vesic | US | Cálculos en la vesícula, el mayor de {Diámetro! # mm 1..60}, pared no engrosada.
.rxtorax | CR | Corazón de tamaño normal, pulmones libres, sin derrame ni neumotórax.
`;
