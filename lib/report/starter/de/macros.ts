/** Macros in German: abbreviation, modality or `*` for all of them, text. The notation is in `starter-notation.ts`. */
export const DE_MACROS = `
.unv | * | Unverändert gegenüber {Datum der Voraufnahme!}.
.keinevor | * | Keine Voraufnahmen zum Vergleich.
.eing | * | Beurteilung eingeschränkt durch {Grund! = Bewegung | Körperfülle | Metallartefakte | fehlende Mitarbeit}.
.klinik | * | Klinische Korrelation empfohlen.
.tel | * | Telefonisch mitgeteilt an {Name!} um {Uhrzeit!}.
.kontr | * | Kontrolle in {Monate! # Monaten 1..60}.
.kfx | * | Keine Fraktur.
.degalt | * | Altersentsprechende degenerative Veränderungen.
.neben | * | Nebenbefund: {Befund!}.
.schädel | CT | Keine intrakranielle Blutung, kein erkennbarer Infarkt, keine Raumforderung, keine Fraktur.
.thoraxct | CT | Keine Konsolidierung, kein suspekter Rundherd, kein Erguss, keine vergrößerten Lymphknoten.
.keinelae | CT | Keine Lungenembolie bis auf subsegmentale Ebene.
.rundherd | CT | Rundherd im {Lappen! = rechten Oberlappen | Mittellappen | rechten Unterlappen | linken Oberlappen | Lingulabereich | linken Unterlappen}, {Mittlerer Durchmesser! # mm 1..30}.
.abdoct | CT | Keine freie Luft, keine freie Flüssigkeit, kein Passagehindernis, keine vergrößerten Lymphknoten.
.lzyste | CT | Einfache Leberzyste in Segment {Segment! = I | II | III | IVa | IVb | V | VI | VII | VIII}, {Durchmesser! # mm 1..200}.
.nzyste | CT | Einfache Zyste der {Seite! = rechten | linken} Niere, {Durchmesser! # mm 1..200}.
.nnadenom | CT | Nebennierenknoten {Seite! = rechts | links}, {Durchmesser! # mm 1..80}, {Dichte nativ! # HE -50..80}.
.divsig | CT | Sigmadivertikel ohne Entzündungszeichen.
.kmgabe | CT | {Menge! # ml 10..200} Kontrastmittel intravenös, ohne Reaktion vertragen.
.hirnmr | MR | Altersentsprechendes Signal und Volumen des Gehirns, keine Diffusionsstörung, keine pathologische Kontrastmittelaufnahme.
.mikroang | MR | Mikroangiopathische Marklagerveränderungen, Grad {Grad! = 1 | 2 | 3} nach Fazekas.
.bsv | MR | {Höhe! = L1/2 | L2/3 | L3/4 | L4/5 | L5/S1}: {Form! = Protrusion | Extrusion | Sequester | breitbasige Vorwölbung}, {Kontakt! = kein Wurzelkontakt | Wurzelkontakt | Wurzelkompression}.
.ohnekm | MR | Es wurde kein Kontrastmittel gegeben.
.steatose | US | Steatosis hepatis, {Grad! = gering | mäßig | ausgeprägt}.
.gbstein | US | Gallenblasensteine, der größte {Durchmesser! # mm 1..60}, Wand nicht verdickt.
.keinetvt | US | Tiefe Venen durchgehend komprimierbar, keine Thrombose.
.sdknoten | US | Schilddrüsenknoten im {Ort! = rechten Lappen | linken Lappen | Isthmus}, {Durchmesser! # mm 1..100}.
.thoraxrö | CR | Herz normal groß, Lungen frei, kein Erguss, kein Pneumothorax.
.lage | CR | Spitze {Material! = des Tubus | des zentralen Venenkatheters | der Magensonde} {Abstand! # mm 0..200} {Bezug! = oberhalb der Carina | unterhalb der Carina | unterhalb des Zwerchfells}.
.mammaob | MG | Beidseits kein Herdbefund, kein suspekter Mikrokalk, keine Architekturstörung.
`;
