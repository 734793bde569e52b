/** Ultrasound, in German. The notation is in `starter-notation.ts`. */
export const DE_US = `
= US | Sonographie Abdomen
# request
{Fragestellung}
# procedure
Schallbedingungen = *gut | eingeschränkt durch Darmgas | eingeschränkt durch Adipositas
# comparison
{Voruntersuchungen}
# findings
Leber, Medioklavikularlinie # mm 60..300
Leber: Glatt begrenzt, homogen, keine fokale Läsion.
Gallenblase: Keine Konkremente, Wand nicht verdickt.
Ductus choledochus, Durchmesser # mm 1..30
Pankreas: Soweit einsehbar unauffällig.
Milz, Länge # mm 30..300
Rechte Niere, Länge # mm 40..180
Linke Niere, Länge # mm 40..180
Nieren: Kein Harnstau, kein Konkrement, keine fokale Läsion.
Aorta, Durchmesser # mm 8..120
Freie Flüssigkeit: Keine.
Harnblase: Unauffällig.
# impression
{Beurteilung!}

= US | Sonographie Nieren und Harnblase
# request
{Fragestellung}
# procedure
Schallbedingungen = *gut | eingeschränkt
# comparison
{Voruntersuchungen}
# findings
Rechte Niere, Länge # mm 40..180
Rechte Niere, Parenchym # mm 3..40
Rechte Niere: Kein Harnstau, kein Konkrement, keine fokale Läsion.
Linke Niere, Länge # mm 40..180
Linke Niere, Parenchym # mm 3..40
Linke Niere: Kein Harnstau, kein Konkrement, keine fokale Läsion.
Blasenwand: Nicht verdickt.
Blasenvolumen vor Miktion # ml 1..1500
Restharn nach Miktion # ml 0..1500
Harnleiterjet = *beidseits gesehen | nur rechts gesehen | nur links gesehen | nicht untersucht
# impression
{Beurteilung!}

= US | Sonographie Schilddrüse
# request
{Fragestellung}
# comparison
{Voruntersuchungen}
# findings
Rechter Lappen, Volumen # ml 0.5..150
Linker Lappen, Volumen # ml 0.5..150
Isthmus, Dicke # mm 1..40
Echogenität = *normal | vermindert | inhomogen
Vaskularisation = *normal | vermehrt | vermindert
Knoten: Keine.
Größter Knoten, Lage
Größter Knoten, größter Durchmesser # mm 1..100
Größter Knoten, Aufbau = zystisch | spongiform | gemischt | solide
Größter Knoten, Echogenität = echofrei | echogleich oder echoreich | echoarm | deutlich echoarm
Halslymphknoten: Nicht vergrößert.
# impression
{Beurteilung!}

= US | Sonographie Beinvenen
# request
{Fragestellung}
# procedure
Seite! = rechts | links | beide Beine
{Technik: Kompression in kurzen Abständen von der Leiste bis zum Unterschenkel, Farb- und Spektraldoppler.}
# comparison
{Voruntersuchungen}
# findings
Vena femoralis communis = *komprimierbar | nicht komprimierbar | nicht einsehbar
Vena femoralis = *komprimierbar | nicht komprimierbar | nicht einsehbar
Vena poplitea = *komprimierbar | nicht komprimierbar | nicht einsehbar
Unterschenkelvenen = *komprimierbar | nicht komprimierbar | nicht vollständig einsehbar
Venae saphenae = *komprimierbar | nicht komprimierbar | nicht einsehbar
Fluss in der Leiste: Atemmoduliert.
Größter Durchmesser einer verlegten Vene # mm 1..40
Abstand des Gerinnsels zur Krosse # mm 0..500
Andere Ursache der Schwellung: Keine.
# impression
{Beurteilung!}

= US | Sonographie Karotiden
# request
{Fragestellung}
# comparison
{Voruntersuchungen}
# findings
Arteria carotis communis rechts, maximale systolische Geschwindigkeit # cm/s 10..600
Arteria carotis interna rechts, maximale systolische Geschwindigkeit # cm/s 10..700
Arteria carotis interna rechts, Stenosegrad # % 0..100
Plaques rechts: Keine relevanten.
Arteria carotis communis links, maximale systolische Geschwindigkeit # cm/s 10..600
Arteria carotis interna links, maximale systolische Geschwindigkeit # cm/s 10..700
Arteria carotis interna links, Stenosegrad # % 0..100
Plaques links: Keine relevanten.
Graduierung nach = *NASCET | ECST | eigenen Kriterien
Vertebralarterien: Beidseits orthograder Fluss.
# impression
{Beurteilung!}

= US | Sonographie Mamma
# request
{Fragestellung}
# procedure
Seite! = rechts | links | beidseits
# comparison
{Voruntersuchungen}
# findings
Gewebe = *homogen, lipomatös | homogen, fibroglandulär | heterogen
Herdbefund: Keiner.
Herdbefund, Lage nach der Uhr
Herdbefund, Abstand zur Mamille # mm 0..150
Herdbefund, größter Durchmesser # mm 1..150
Herdbefund, Form = oval | rund | irregulär
Herdbefund, Rand = umschrieben | nicht umschrieben
Herdbefund, Ausrichtung = parallel | nicht parallel
Axilläre Lymphknoten: Nicht suspekt.
BI-RADS-Kategorie! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Beurteilung!}
`;
