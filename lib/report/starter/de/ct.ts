/** Computed tomography, in German. The notation is in `starter-notation.ts`. */
export const DE_CT = `
= CT | CT Schädel nativ
# request
{Fragestellung}
# procedure
{Technik: Axiale Aufnahme des Schädels ohne intravenöses Kontrastmittel, Rekonstruktionen im Hirn- und Knochenfenster.}
# comparison
{Voraufnahmen}
# findings
Blutung: Keine intrakranielle Blutung.
Zeichen der Ischämie = *keine | aufgehobene Mark-Rinden-Differenzierung | hyperdenses Gefäß | demarkierter Infarkt
Hirnparenchym: Altersentsprechend.
Mittellinienverlagerung # mm 0..30
Ventrikel und Zisternen: Normal weit und regelrecht gelegen.
Raumforderung: Keine.
Kalotte und Schädelbasis: Keine Fraktur.
Nasennebenhöhlen und Mastoide: Frei belüftet.
Orbitae und Weichteile: Unauffällig.
# impression
{Beurteilung!}

= CT | CT Thorax
# request
{Fragestellung}
# procedure
Intravenöses Kontrastmittel = *mit | ohne
Kontrastmittelmenge # ml 10..200
# comparison
{Voraufnahmen}
# findings
Lunge: Keine Konsolidierung, keine interstitielle Veränderung.
Rundherde: Keine suspekten Rundherde.
Größter Rundherd, mittlerer Durchmesser # mm 1..30
Atemwege: Frei, Bronchialwände nicht verdickt.
Pleura: Kein Erguss, kein Pneumothorax.
Herz und Perikard: Normal groß, kein Perikarderguss.
Aorta ascendens, Durchmesser # mm 15..90
Mediastinum und Hili: Keine vergrößerten Lymphknoten.
Oberbauch, soweit abgebildet: Unauffällig.
Knochen und Thoraxwand: Keine suspekte Läsion.
# impression
{Beurteilung!}

= CT | CT-Angiographie der Pulmonalarterien
# request
{Fragestellung}
# procedure
{Technik: Spiralaufnahme des Thorax mit intravenösem Kontrastmittel, Zeitpunkt auf die Pulmonalarterien abgestimmt.}
Kontrast im Truncus pulmonalis # HE 50..900
Bildqualität = *beurteilbar bis subsegmental | beurteilbar bis segmental | eingeschränkt | nicht beurteilbar
# comparison
{Voraufnahmen}
# findings
Lungenembolie! = keine | zentral | lobär | segmental | subsegmental
RV, Innendurchmesser # mm 10..90
LV, Innendurchmesser # mm 10..90
Truncus pulmonalis, Durchmesser # mm 10..60
Zeichen der Rechtsherzbelastung: Keine.
Lunge: Keine Konsolidierung.
Pleura: Kein Erguss, kein Pneumothorax.
Mediastinum: Keine vergrößerten Lymphknoten.
Sonstiges: Keine weiteren Befunde.
# impression
{Beurteilung!}

= CT | CT Abdomen und Becken
# request
{Fragestellung}
# procedure
Intravenöses Kontrastmittel = *portalvenöse Phase | arterielle und portalvenöse Phase | ohne
Kontrastmittelmenge # ml 10..200
# comparison
{Voraufnahmen}
# findings
Leber: Normal groß, homogen, keine fokale Läsion.
Gallenblase und Gallenwege: Keine Konkremente, nicht erweitert.
Ductus choledochus, Durchmesser # mm 1..30
Pankreas: Unauffällig, Gang nicht erweitert.
Milz, Länge # mm 30..300
Nebennieren: Beidseits schlank.
Nieren und Harnleiter: Kein Harnstau, kein Konkrement, keine fokale Läsion.
Magen und Darm: Keine Wandverdickung, kein Passagehindernis.
Appendix: Unauffällig.
Lymphknoten: Nicht vergrößert.
Gefäße: Aorta normal weit, Venen offen.
Harnblase und Beckenorgane: Unauffällig.
Peritoneum: Keine freie Flüssigkeit, keine freie Luft.
Basale Lunge: Frei.
Knochen: Keine suspekte Läsion.
# impression
{Beurteilung!}

= CT | CT Harnwege, niedrig dosiert
# request
{Fragestellung}
# procedure
{Technik: Niedrigdosisaufnahme von den Nieren bis zum Blasenboden ohne intravenöses Kontrastmittel.}
# comparison
{Voraufnahmen}
# findings
Harnleiterstein! = keiner | rechts | links | beidseits
Lage des Steins = Nierenbecken | pyeloureteraler Übergang | proximaler Harnleiter | mittlerer Harnleiter | distaler Harnleiter | Ostium
Stein, größter Durchmesser # mm 1..60
Stein, Dichte # HE 50..2000
Harnstau = *keiner | gering | mäßig | hochgradig
Perirenale Imbibierung: Keine.
Weitere Konkremente der Harnwege: Keine.
Harnblase: Unauffällig.
Übrige Bauchorgane, nativ: Unauffällig.
Knochen: Keine suspekte Läsion.
# impression
{Beurteilung!}

= CT | CT Nasennebenhöhlen
# request
{Fragestellung}
# procedure
{Technik: Niedrigdosisaufnahme der Nasennebenhöhlen ohne Kontrastmittel, koronare und sagittale Rekonstruktionen.}
# comparison
{Voraufnahmen}
# findings
Stirnhöhlen: Frei belüftet.
Siebbeinzellen: Frei belüftet.
Kieferhöhlen: Frei belüftet.
Größte Schleimhautschwellung # mm 1..40
Keilbeinhöhlen: Frei belüftet.
Ostiomeatale Einheiten = *beidseits offen | rechts verlegt | links verlegt | beidseits verlegt
Nasenseptum: Mittelständig.
Nasenmuscheln: Unauffällig.
Operativ bedeutsame Varianten: Keine.
Knöcherne Wände und Orbitae: Intakt.
# impression
{Beurteilung!}

= CT | CT Wirbelsäule nach Trauma
# request
{Fragestellung}
# procedure
Abschnitt & HWS | BWS | LWS
{Technik: Dünnschichtaufnahme ohne Kontrastmittel, sagittale und koronare Rekonstruktionen.}
# comparison
{Voraufnahmen}
# findings
Stellung: Regelrecht.
Fraktur! = keine | ja
Höhe und Art der Fraktur
Höhenminderung des Wirbelkörpers # % 1..100
Einengung des Spinalkanals durch Fragmente # % 1..100
Hintere Elemente und Facettengelenke: Intakt.
Bandscheiben und Spinalkanal, soweit in der CT beurteilbar: Unauffällig.
Paravertebrale Weichteile: Kein Hämatom.
Degenerative Veränderungen: Keine wesentlichen.
# impression
{Beurteilung!}
`;
