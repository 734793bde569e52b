/** The starter set in Portuguese: six templates and six macros. The notation is in `starter-notation.ts`. */
export const PT_TEMPLATES = `
= CT | TC do crânio sem contraste
# request
{Questão clínica}
# procedure
{Técnica: Aquisição axial do crânio sem contraste intravenoso, com janelas de parênquima e de osso.}
# comparison
{Exames anteriores}
# findings
Hemorragia: Sem hemorragia intracraniana.
Sinais de isquemia = *nenhum | perda da diferenciação corticossubcortical | vaso hiperdenso | enfarte constituído
Parênquima: De acordo com a idade.
Desvio da linha média # mm 0..30
Ventrículos e cisternas: De dimensões e posição normais.
Lesão ocupante de espaço: Nenhuma.
Calote e base do crânio: Sem fratura.
Seios e mastoides: Livres.
Órbitas e partes moles: Sem alterações.
# impression
{Conclusão!}

= CT | TC do tórax
# request
{Questão clínica}
# procedure
Contraste intravenoso = *com | sem
Volume de contraste # ml 10..200
# comparison
{Exames anteriores}
# findings
Pulmões: Sem consolidações nem alteração intersticial.
Nódulos: Sem nódulos suspeitos.
Maior nódulo, diâmetro médio # mm 1..30
Vias aéreas: Permeáveis, sem espessamento brônquico.
Pleura: Sem derrame nem pneumotórax.
Coração e pericárdio: De dimensões normais, sem derrame pericárdico.
Aorta ascendente, diâmetro # mm 15..90
Mediastino e hilos: Sem adenomegalias.
Abdómen superior incluído: Sem alterações.
Osso e parede torácica: Sem lesões suspeitas.
# impression
{Conclusão!}

= MR | RM do encéfalo
# request
{Questão clínica}
# procedure
Contraste intravenoso = *sem | sem e com
{Sequências: T1, T2, FLAIR, difusão e suscetibilidade magnética.}
# comparison
{Exames anteriores}
# findings
Difusão: Sem restrição da difusão.
Parênquima: Sinal e volume de acordo com a idade.
Substância branca, grau de Fazekas = *0 | 1 | 2 | 3
Lesão ocupante de espaço: Nenhuma.
Lesão, maior diâmetro # mm 1..150
Realce patológico: Nenhum.
Vestígios de sangue: Nenhum.
Ventrículos e linha média: Normais.
Sela turca, tronco e cerebelo: Sem alterações.
Grandes vasos: Fluxo normal.
Órbitas, seios e mastoides: Sem alterações.
# impression
{Conclusão!}

= US | Ecografia abdominal
# request
{Questão clínica}
# procedure
Condições = *boas | limitadas por gás | limitadas pelo biótipo
# comparison
{Exames anteriores}
# findings
Fígado, linha médio-clavicular # mm 60..300
Fígado: Contorno liso, homogéneo, sem lesões focais.
Vesícula: Sem cálculos, parede não espessada.
Via biliar principal, diâmetro # mm 1..30
Pâncreas: Normal na parte visível.
Baço, comprimento # mm 30..300
Rim direito, comprimento # mm 40..180
Rim esquerdo, comprimento # mm 40..180
Rins: Sem dilatação, cálculos ou lesões focais.
Aorta, diâmetro # mm 8..120
Líquido livre: Nenhum.
Bexiga: Sem alterações.
# impression
{Conclusão!}

= CR | Radiografia do tórax
# request
{Questão clínica}
# procedure
Incidências! = póstero-anterior e perfil | póstero-anterior | ântero-posterior em decúbito | ântero-posterior sentado
# comparison
{Exames anteriores}
# findings
Tubos e cateteres: Nenhum.
Coração e mediastino: De dimensões e forma normais.
Índice cardiotorácico # % 20..90
Hilos: Normais.
Pulmões: Sem consolidações nem nódulos.
Vasos pulmonares: Sem congestão.
Pleura: Sem derrame nem pneumotórax.
Diafragma e abdómen superior: Sem alterações, sem ar livre.
Osso: Sem fraturas.
# impression
{Conclusão!}

= MG | Mamografia bilateral
# request
{Questão clínica}
# procedure
Motivo! = rastreio | sintomas | seguimento
Incidências = *CC e MLO de ambas as mamas | CC e MLO da mama direita | CC e MLO da mama esquerda
Espessura comprimida # mm 10..120
# comparison
{Exames anteriores}
# findings
Densidade (ACR)! = a | b | c | d
Mama direita: Sem massas, calcificações suspeitas ou distorção.
Mama esquerda: Sem massas, calcificações suspeitas ou distorção.
Massa, maior diâmetro # mm 1..150
Calcificações, extensão # mm 1..150
Pele e mamilos: Sem alterações.
Axilas: Sem gânglios suspeitos.
Categoria BI-RADS, direita! = 0 | 1 | 2 | 3 | 4 | 5 | 6
Categoria BI-RADS, esquerda! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Conclusão!}
`;

export const PT_MACROS = `
.semalt | * | Sem alterações em relação a {Data do exame anterior!}.
.semant | * | Não há exames anteriores para comparação.
.reaval | * | Reavaliação em {Meses! # meses 1..60}.
.semtep | CT | Sem tromboembolia pulmonar até ao nível subsegmentar.
.litves | US | Cálculos na vesícula, o maior com {Diâmetro! # mm 1..60}, parede não espessada.
.rxtx | CR | Coração de dimensões normais, pulmões livres, sem derrame nem pneumotórax.
`;
