/** Magnetic resonance imaging, in German. The notation is in `starter-notation.ts`. */
export const DE_MR = `
= MR | MRT Schädel
# request
{Fragestellung}
# procedure
Intravenöses Kontrastmittel = *ohne | ohne und mit
{Sequenzen: T1, T2, FLAIR, Diffusion und suszeptibilitätsgewichtete Aufnahmen.}
# comparison
{Voraufnahmen}
# findings
Diffusion: Keine Diffusionsstörung.
Parenchym: Altersentsprechendes Signal und Volumen.
Marklagerveränderungen, Grad nach Fazekas = *0 | 1 | 2 | 3
Raumforderung: Keine.
Läsion, größter Durchmesser # mm 1..150
Pathologische Kontrastmittelaufnahme: Keine.
Blutabbauprodukte: Keine.
Ventrikel und Mittellinie: Regelrecht.
Sella, Hirnstamm und Kleinhirn: Unauffällig.
Große Gefäße: Regelrechtes Flusssignal.
Orbitae, Nasennebenhöhlen und Mastoide: Unauffällig.
# impression
{Beurteilung!}

= MR | MRT Lendenwirbelsäule
# request
{Fragestellung}
# procedure
{Sequenzen: Sagittal T1, T2 und STIR, axial T2.}
# comparison
{Voraufnahmen}
# findings
Zählung: Fünf Lendenwirbel.
Stellung: Regelrechte Lordose, kein Wirbelgleiten.
Wirbelgleiten # mm 1..30
Wirbelkörper und Knochenmark: Normal hoch, regelrechtes Signal, kein Ödem.
Konus: Endet regelrecht, normales Signal.
L1/2: Kein Vorfall, keine Einengung.
L2/3: Kein Vorfall, keine Einengung.
L3/4: Kein Vorfall, keine Einengung.
L4/5: Kein Vorfall, keine Einengung.
L5/S1: Kein Vorfall, keine Einengung.
Engste Stelle des Spinalkanals # mm 3..25
Facettengelenke: Kein Erguss.
Iliosakralgelenke, soweit abgebildet: Unauffällig.
Paravertebrale Weichteile: Unauffällig.
# impression
{Beurteilung!}

= MR | MRT Halswirbelsäule
# request
{Fragestellung}
# procedure
{Sequenzen: Sagittal T1, T2 und STIR, axial T2.}
# comparison
{Voraufnahmen}
# findings
Stellung: Regelrecht, kein Wirbelgleiten.
Wirbelkörper und Knochenmark: Normal hoch, regelrechtes Signal, kein Ödem.
Kraniozervikaler Übergang: Unauffällig.
Myelon: Normales Kaliber und Signal.
HWK 2/3: Kein Vorfall, keine Einengung.
HWK 3/4: Kein Vorfall, keine Einengung.
HWK 4/5: Kein Vorfall, keine Einengung.
HWK 5/6: Kein Vorfall, keine Einengung.
HWK 6/7: Kein Vorfall, keine Einengung.
HWK 7/BWK 1: Kein Vorfall, keine Einengung.
Engste Stelle des Spinalkanals # mm 3..25
Halsweichteile, soweit abgebildet: Unauffällig.
# impression
{Beurteilung!}

= MR | MRT Kniegelenk
# request
{Fragestellung}
# procedure
Seite! = rechts | links
{Sequenzen: Protonendichte mit Fettsättigung in drei Ebenen, koronar T1.}
# comparison
{Voraufnahmen}
# findings
Innenmeniskus: Intakt.
Außenmeniskus: Intakt.
Vorderes Kreuzband = *intakt | Teilruptur | Ruptur | Ersatzplastik
Hinteres Kreuzband = *intakt | Teilruptur | Ruptur
Seitenbänder: Intakt.
Streckapparat: Intakt.
Retropatellarer und trochleärer Knorpel: Erhalten.
Femorotibialer Knorpel: Erhalten.
Größter Knorpeldefekt # mm 1..60
Knochen: Kein Knochenmarködem, keine Fraktur.
Gelenkerguss = *keiner | gering | mäßig | ausgeprägt
Poplitealzyste: Keine.
Weichteile: Unauffällig.
# impression
{Beurteilung!}

= MR | MRT Schulter
# request
{Fragestellung}
# procedure
Seite! = rechts | links
{Sequenzen: Schräg koronar und sagittal, axial, flüssigkeitssensitiv und T1.}
# comparison
{Voraufnahmen}
# findings
Supraspinatussehne = *intakt | Tendinopathie | Teilruptur | komplette Ruptur
Infraspinatussehne = *intakt | Tendinopathie | Teilruptur | komplette Ruptur
Subscapularissehne = *intakt | Tendinopathie | Teilruptur | komplette Ruptur
Ruptur, Länge # mm 1..60
Retraktion der Sehne # mm 1..60
Muskelvolumen und fettige Umwandlung: Unauffällig.
Lange Bizepssehne: Im Sulkus gelegen, intakt.
Labrum: Intakt.
Glenohumeraler Knorpel: Erhalten.
Akromioklavikulargelenk: Unauffällig.
Bursa subacromialis: Nicht erweitert.
Knochen: Kein Knochenmarködem, keine Fraktur.
# impression
{Beurteilung!}

= MR | MRT Prostata
# request
{Fragestellung}
PSA mit Einheit
# procedure
{Sequenzen: T2 in drei Ebenen, Diffusion mit hohem b-Wert und ADC-Karte, dynamische Kontrastmittelserie.}
Bildqualität: Gut beurteilbar.
# comparison
{Voraufnahmen}
# findings
Prostata, Volumen # ml 5..400
Einblutung nach Biopsie: Keine.
Periphere Zone: Keine suspekte Läsion.
Transitionszone: Knotige Hyperplasie, keine suspekte Läsion.
Indexläsion, Lage
Indexläsion, größter Durchmesser # mm 1..60
Indexläsion, PI-RADS-Kategorie = 1 | 2 | 3 | 4 | 5
Kapsel: Nicht überschritten.
Samenblasen: Nicht infiltriert.
Lymphknoten: Nicht vergrößert.
Beckenknochen: Keine suspekte Läsion.
Harnblase und Rektum: Unauffällig.
# impression
{Beurteilung!}
`;
