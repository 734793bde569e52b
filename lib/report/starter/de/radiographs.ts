/** Radiographs and mammography, in German. The notation is in `starter-notation.ts`. */
export const DE_RADIOGRAPHS = `
= CR | Röntgen Thorax
# request
{Fragestellung}
# procedure
Aufnahmen! = p.a. und seitlich | p.a. | a.p. liegend | a.p. sitzend
# comparison
{Voraufnahmen}
# findings
Katheter und Sonden: Keine.
Herz und Mediastinum: Normal groß und regelrecht konfiguriert.
Herz-Thorax-Quotient # % 20..90
Hili: Regelrecht.
Lunge: Keine Konsolidierung, kein Rundherd.
Lungengefäße: Nicht gestaut.
Pleura: Kein Erguss, kein Pneumothorax.
Zwerchfell und Oberbauch: Unauffällig, keine freie Luft.
Knochen: Keine Fraktur.
# impression
{Beurteilung!}

= CR | Röntgen Knochen oder Gelenk
# request
{Fragestellung}
# procedure
Körperteil!
Seite! = rechts | links
Aufnahmen! = zwei Ebenen | eine Ebene | drei oder mehr
# comparison
{Voraufnahmen}
# findings
Fraktur! = keine | ja
Ort und Art der Fraktur
Dislokation # mm 0..100
Achsabweichung # ° 0..180
Stellung der Gelenke: Regelrecht.
Gelenkspalten: Erhalten.
Knochenstruktur: Unauffällig.
Osteosynthesematerial: Keines.
Weichteile: Unauffällig.
# impression
{Beurteilung!}

= CR | Röntgen Becken und Hüften
# request
{Fragestellung}
# procedure
Aufnahmen! = Beckenübersicht | Beckenübersicht und eine Hüfte axial | Beckenübersicht und Hüften axial
# comparison
{Voraufnahmen}
# findings
Beckenring: Intakt.
Rechte Hüfte: Gelenkspalt erhalten, keine Fraktur.
Linke Hüfte: Gelenkspalt erhalten, keine Fraktur.
Engster Gelenkspalt rechts # mm 0..10
Engster Gelenkspalt links # mm 0..10
Beinlängendifferenz # mm 0..80
Iliosakralgelenke und Symphyse: Unauffällig.
Untere Lendenwirbelsäule, soweit abgebildet: Unauffällig.
Implantate: Keine.
Weichteile: Unauffällig.
# impression
{Beurteilung!}

= CR | Röntgen Wirbelsäule
# request
{Fragestellung}
# procedure
Abschnitt! = HWS | BWS | LWS | ganze Wirbelsäule
Aufnahmen! = zwei Ebenen | eine Ebene | mit Funktionsaufnahmen
# comparison
{Voraufnahmen}
# findings
Stellung: Regelrecht.
Cobb-Winkel # ° 0..150
Wirbelgleiten # mm 0..30
Wirbelkörper: Normal hoch, keine Fraktur.
Zwischenwirbelräume: Erhalten.
Facettengelenke: Unauffällig.
Knochendichte im Röntgenbild: Unauffällig.
Implantate: Keine.
Weichteile: Unauffällig.
# impression
{Beurteilung!}

= MG | Mammographie
# request
{Fragestellung}
# procedure
Anlass! = Früherkennung | Beschwerden | Verlaufskontrolle
Aufnahmen = *CC und MLO beidseits | CC und MLO rechts | CC und MLO links
Kompressionsdicke # mm 10..120
# comparison
{Voraufnahmen}
# findings
Dichte (ACR)! = a | b | c | d
Rechte Brust: Kein Herdbefund, kein suspekter Mikrokalk, keine Architekturstörung.
Linke Brust: Kein Herdbefund, kein suspekter Mikrokalk, keine Architekturstörung.
Herdbefund, größter Durchmesser # mm 1..150
Kalk, Ausdehnung # mm 1..150
Haut und Mamillen: Unauffällig.
Axillen: Keine suspekten Lymphknoten.
BI-RADS-Kategorie rechts! = 0 | 1 | 2 | 3 | 4 | 5 | 6
BI-RADS-Kategorie links! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Beurteilung!}
`;
