/** Real words of a language, as the vocabulary's most frequent ones. */
export interface WordList {
  /** Function words, most frequent first. */
  common: readonly string[]
  /** Words of a support desk, most frequent first. */
  topical: readonly string[]
  /** Parts of synthetic words: start of a syllable, its vowel, and what ends a word. */
  onsets: readonly string[]
  vowels: readonly string[]
  endings: readonly string[]
}

const words = (text: string) => text.trim().split(/\s+/)

const english: WordList = {
  common:
    words(`the to and a of in is it i that we for not on you this with my have but be as are was our at can from
    or when an no if has do so after what all there they your now it's get only which by me will still been since how
    again any about out one more same then just before where would please some could up also than here every them were
    don't two other who why does back over new us until while both should because into without these too never first`),
  topical:
    words(`order error page account customer invoice works time file payment delivery message see try send password
    problem user number email date report login system team screen button list change app shows help address data link
    product update export open support ticket browser version card today week month yesterday morning phone download
    upload refund access code missing wrong change need want know find use received sent changed expected happens opened
    clicked added removed shipped returned cancelled charged paid printed scanned synced loaded crashed blocked broken
    slow empty double late old second last next different correct printer parcel carrier warehouse label shipment stock
    item price discount voucher contract subscription plan seat license renewal billing bank transfer receipt tax vat
    amount currency total balance statement reminder dashboard calendar filter search column row table chart template
    import spreadsheet attachment photo picture document folder notification setting profile permission role group
    member colleague manager supplier partner office branch region department project task meeting deadline backup
    server network connection timeout request response webhook token certificate domain gateway firewall proxy cache
    session cookie sign-in two-factor device laptop tablet keyboard mobile desktop update restart install driver scanner
    display battery cable adapter router headset camera microphone training manual guide example question answer reason
    solution workaround explanation confirmation approval signature appointment technician visit repair replacement
    warranty damage complaint feedback thanks regards morning afternoon customs pallet container freight tracking`),
  onsets: words(
    'b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr v w z',
  ),
  vowels: words('a e i o u ai ea ee oa ou'),
  endings: words('n r l t d st ck ll nd ng nt er ing ed ly tion ment ness able ity ous al ry s sh'),
}

const german: WordList = {
  common:
    words(`die der und ich ist nicht wir das in zu es den mit auf ein für haben eine von sie dem dass habe bei auch
    wird aber noch sich im an wie hat nach kann bitte uns sind wenn aus oder nur mehr seit schon mir als einen so unsere
    werden war über keine hier da vom zum zur was alle wurde durch um vor am diese immer wieder jetzt wo ohne ihre bis
    unserem können einer dann sehr doch beim heute gestern warum ob muss soll also unter jedoch bereits leider gibt`),
  topical:
    words(`bestellung rechnung fehler kunde konto seite lieferung zahlung kennwort anmeldung nummer datei adresse
    problem meldung liste bericht auftrag artikel ware preis paket sendung drucker etikett lager rückgabe erstattung
    gutschrift mahnung vertrag abo lizenz verlängerung kündigung überweisung betrag währung steuer beleg anhang bild
    dokument ordner vorlage kalender termin suche filter spalte zeile tabelle auswertung übersicht benachrichtigung
    einstellung profil berechtigung gruppe mitglied kollege abteilung standort filiale projekt aufgabe frist sicherung
    rechner server netzwerk verbindung zeitüberschreitung schnittstelle zertifikat gerät bildschirm tastatur kamera
    akku kabel treiber scanner wartung reparatur ersatz garantie schaden beschwerde rückmeldung frage antwort grund
    lösung anleitung beispiel bestätigung freigabe unterschrift besuch techniker zoll spedition palette sendungsverfolgung
    funktioniert erscheint fehlt stimmt dauert lässt öffnet speichert lädt versendet geändert gelöscht erhalten bezahlt
    storniert gebucht doppelt falsch leer langsam alt neu verspätet beschädigt gesperrt abgelaufen dringend woche monat
    morgen stunde grüße dank vielen mitarbeiter geschäftsführer einkauf verkauf buchhaltung versand schulung handbuch`),
  onsets: words(
    'b bl br d dr f fl fr g gl gr h j k kl kn kr l m n p pf pr r s sch schl schw sp st str t tr v w z zw',
  ),
  vowels: words('a e i o u ä ö ü au ei eu ie'),
  endings: words('n r l t st ch cht en er el ung heit keit lich ig isch schaft tion ment nis sam tz nd rt e'),
}

const french: WordList = {
  common:
    words(`de la le et à je les pas nous que est des en une un pour vous ne dans ce sur avec il par plus mon votre
    qui mais au notre depuis ma ai sont être cette été du on se si ou bien fait tout sans elle nos comme même avons
    toujours merci très après avant aussi quand leur mes deux encore peut rien donc alors chez car lorsque aucun déjà`),
  topical:
    words(`commande facture erreur client compte page livraison paiement connexion numéro fichier adresse problème
    message liste rapport produit prix colis envoi imprimante étiquette entrepôt retour remboursement avoir contrat
    abonnement licence renouvellement résiliation virement montant devise taxe reçu pièce image document dossier modèle
    calendrier recherche filtre colonne ligne tableau notification réglage profil droit groupe membre collègue service
    site projet tâche délai sauvegarde serveur réseau certificat appareil écran clavier câble pilote maintenance
    réparation garantie dommage réclamation question réponse raison solution guide exemple confirmation signature visite
    technicien douane transporteur suivi fonctionne apparaît manque ouvre charge envoyé changé supprimé reçu payé annulé
    facturé double faux vide lent ancien nouveau retard endommagé bloqué expiré urgent semaine mois matin bonjour`),
  onsets: words('b bl br c ch cl cr d f fl fr g gr j l m n p pl pr qu r s t tr v vr'),
  vowels: words('a e i o u é è ai au eau oi ou eu'),
  endings: words('n r l t s e tion ment eur euse age ance ence ité ique able if ive ette ier ière x'),
}

const spanish: WordList = {
  common:
    words(`de la que el en y no a los se un por con una mi para es lo las del al me su nos hemos está pero más como
    ya si ha le desde o este cuando muy sin sobre todo ser hay también fue esta son entre he porque qué nuestro hasta
    donde mis todavía antes nada puede cada ahora dos tengo otra gracias después aunque siempre aquí nuestra estoy`),
  topical:
    words(`pedido factura error cliente cuenta página entrega pago contraseña número archivo dirección problema
    mensaje lista informe producto precio paquete envío impresora etiqueta almacén devolución reembolso contrato
    suscripción licencia renovación baja transferencia importe moneda impuesto recibo adjunto imagen documento carpeta
    plantilla calendario búsqueda filtro columna fila tabla aviso ajuste perfil permiso grupo miembro compañero
    departamento proyecto tarea plazo copia servidor red conexión certificado equipo pantalla teclado cable controlador
    mantenimiento reparación garantía daño queja pregunta respuesta motivo solución guía ejemplo confirmación firma
    visita técnico aduana transportista seguimiento funciona aparece falta abre carga enviado cambiado borrado recibido
    pagado cancelado cobrado doble incorrecto vacío lento antiguo nuevo tarde dañado bloqueado caducado urgente semana`),
  onsets: words('b bl br c ch cl cr d f fl fr g gr j l ll m n p pl pr qu r s t tr v z'),
  vowels: words('a e i o u á é í ó ia ie ue'),
  endings: words('n r l s do da ción dad mente or ora aje ancia encia ito ita ero era able oso osa ez'),
}

export const wordLists = { en: english, de: german, fr: french, es: spanish } as const
