/** The starter set in French: six templates and six macros. The notation is in `starter-notation.ts`. */
export const FR_TEMPLATES = `
= CT | Scanner cérébral sans injection
# request
{Question clinique}
# procedure
{Technique: Acquisition axiale du crâne sans injection, fenêtres parenchymateuse et osseuse.}
# comparison
{Examens antérieurs}
# findings
Hémorragie: Pas d’hémorragie intracrânienne.
Signes d’ischémie = *aucun | perte de différenciation cortico-sous-corticale | vaisseau hyperdense | infarctus constitué
Parenchyme: Conforme à l’âge.
Déviation de la ligne médiane # mm 0..30
Ventricules et citernes: De taille et de position normales.
Processus expansif: Aucun.
Voûte et base du crâne: Pas de fracture.
Sinus et mastoïdes: Libres.
Orbites et parties molles: Sans particularité.
# impression
{Conclusion!}

= CT | Scanner thoracique
# request
{Question clinique}
# procedure
Injection = *avec | sans
Volume injecté # ml 10..200
# comparison
{Examens antérieurs}
# findings
Poumons: Pas de condensation ni d’atteinte interstitielle.
Nodules: Pas de nodule suspect.
Plus grand nodule, diamètre moyen # mm 1..30
Voies aériennes: Libres, sans épaississement bronchique.
Plèvre: Pas d’épanchement ni de pneumothorax.
Cœur et péricarde: De taille normale, pas d’épanchement péricardique.
Aorte ascendante, diamètre # mm 15..90
Médiastin et hiles: Pas d’adénomégalie.
Abdomen supérieur exploré: Sans particularité.
Os et paroi thoracique: Pas de lésion suspecte.
# impression
{Conclusion!}

= MR | IRM cérébrale
# request
{Question clinique}
# procedure
Injection = *sans | sans puis avec
{Séquences: T1, T2, FLAIR, diffusion et susceptibilité magnétique.}
# comparison
{Examens antérieurs}
# findings
Diffusion: Pas de restriction de la diffusion.
Parenchyme: Signal et volume conformes à l’âge.
Substance blanche, grade de Fazekas = *0 | 1 | 2 | 3
Processus expansif: Aucun.
Lésion, plus grand diamètre # mm 1..150
Prise de contraste pathologique: Aucune.
Stigmates de saignement: Aucun.
Ventricules et ligne médiane: Normaux.
Selle, tronc cérébral et cervelet: Sans particularité.
Gros vaisseaux: Flux normaux.
Orbites, sinus et mastoïdes: Sans particularité.
# impression
{Conclusion!}

= US | Échographie abdominale
# request
{Question clinique}
# procedure
Conditions = *bonnes | limitées par les gaz | limitées par la corpulence
# comparison
{Examens antérieurs}
# findings
Foie, ligne médioclaviculaire # mm 60..300
Foie: Contours réguliers, homogène, sans lésion focale.
Vésicule: Pas de calcul, paroi non épaissie.
Voie biliaire principale, diamètre # mm 1..30
Pancréas: Normal dans sa partie visible.
Rate, longueur # mm 30..300
Rein droit, longueur # mm 40..180
Rein gauche, longueur # mm 40..180
Reins: Pas de dilatation, de calcul ni de lésion focale.
Aorte, diamètre # mm 8..120
Liquide libre: Aucun.
Vessie: Sans particularité.
# impression
{Conclusion!}

= CR | Radiographie du thorax
# request
{Question clinique}
# procedure
Incidences! = face et profil | face | face couché | face assis
# comparison
{Examens antérieurs}
# findings
Sondes et cathéters: Aucun.
Cœur et médiastin: De taille et de forme normales.
Index cardiothoracique # % 20..90
Hiles: Normaux.
Poumons: Pas de condensation ni de nodule.
Vaisseaux pulmonaires: Pas de surcharge.
Plèvre: Pas d’épanchement ni de pneumothorax.
Diaphragme et abdomen supérieur: Sans particularité, pas d’air libre.
Os: Pas de fracture.
# impression
{Conclusion!}

= MG | Mammographie bilatérale
# request
{Question clinique}
# procedure
Motif! = dépistage | symptômes | surveillance
Incidences = *CC et MLO des deux seins | CC et MLO du sein droit | CC et MLO du sein gauche
Épaisseur comprimée # mm 10..120
# comparison
{Examens antérieurs}
# findings
Densité (ACR)! = a | b | c | d
Sein droit: Pas de masse, de calcification suspecte ni de distorsion.
Sein gauche: Pas de masse, de calcification suspecte ni de distorsion.
Masse, plus grand diamètre # mm 1..150
Calcifications, étendue # mm 1..150
Peau et mamelons: Sans particularité.
Aisselles: Pas de ganglion suspect.
Catégorie BI-RADS, droite! = 0 | 1 | 2 | 3 | 4 | 5 | 6
Catégorie BI-RADS, gauche! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Conclusion!}
`;

export const FR_MACROS = `
.stable | * | Pas de changement par rapport au {Date de l’examen antérieur!}.
.sansant | * | Pas d’examen antérieur disponible pour comparaison.
.surv | * | Contrôle dans {Mois! # mois 1..60}.
.pasep | CT | Pas d’embolie pulmonaire jusqu’à l’étage sous-segmentaire.
.lithv | US | Lithiases de la vésicule, la plus grande de {Diamètre! # mm 1..60}, paroi non épaissie.
.rptho | CR | Cœur de taille normale, poumons libres, pas d’épanchement, pas de pneumothorax.
`;
