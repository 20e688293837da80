import type { Language } from './words'

/** Fixed parts of texts. `{order}`, `{file}`, `{email}`, `{code}` and `{version}` are replaced. */
export interface Phrases {
  /** Start of a subject, followed by a predicate. */
  things: readonly string[]
  predicates: readonly string[]
  /** Sentences with a reference. */
  references: readonly string[]
  greetings: readonly string[]
  closings: readonly string[]
}

const list = (text: string) => text.split('|')

export const phrases: Readonly<Record<Language, Phrases>> = {
  en: {
    things: list(
      'Printer|Invoice|Login|Export|Delivery|Password reset|Calendar|Refund|Report|Webhook' +
        '|Order {order}|Parcel|Mobile app|Search|Attachment|Subscription|Dashboard|Import|Payment' +
        '|Account|Label printer|Barcode scanner|VAT number|Address|API token',
    ),
    predicates: list(
      'does not respond|shows an error|is missing|takes too long|arrived twice|needs a change' +
        '|stopped working|is wrong|was charged twice|cannot be opened|is not sent|shows old data',
    ),
    references: list(
      'It concerns order {order}.|The order number is {order}.|You find the details in {file}.' +
        '|I attached {file} for reference.|Please write to {email} as well.|The error code is {code}.' +
        '|We use version {version}.|My colleague {email} has the same problem.',
    ),
    greetings: list('Hello,|Hi,|Hi there,|Dear support team,|Good morning,'),
    closings: list('Thanks|Thank you|Best regards|Kind regards|Thanks in advance'),
  },
  de: {
    things: list(
      'Drucker|Rechnung|Anmeldung|Export|Lieferung|Kennwort|Kalender|Erstattung|Bericht' +
        '|Bestellung {order}|Paket|App|Suche|Anhang|Vertrag|Übersicht|Zahlung|Konto',
    ),
    predicates: list(
      'reagiert nicht|zeigt einen Fehler|fehlt|dauert zu lange|kam doppelt an|muss geändert werden' +
        '|funktioniert nicht mehr|ist falsch|wurde doppelt abgebucht|lässt sich nicht öffnen',
    ),
    references: list(
      'Es geht um die Bestellung {order}.|Die Bestellnummer lautet {order}.' +
        '|Einzelheiten stehen in {file}.|Im Anhang ist {file}.|Bitte antworten Sie auch an {email}.' +
        '|Der Fehlercode ist {code}.',
    ),
    greetings: list('Hallo,|Guten Tag,|Guten Morgen,|Sehr geehrte Damen und Herren,'),
    closings: list('Danke|Vielen Dank|Viele Grüße|Mit freundlichen Grüßen'),
  },
  fr: {
    things: list('Imprimante|Facture|Connexion|Export|Livraison|Commande {order}|Colis|Recherche'),
    predicates: list('ne répond pas|affiche une erreur|manque|prend trop de temps|ne fonctionne plus'),
    references: list(
      'Il s’agit de la commande {order}.|Le détail est dans {file}.|Merci d’écrire aussi à {email}.' +
        '|Le code d’erreur est {code}.',
    ),
    greetings: list('Bonjour,|Madame, Monsieur,|Bonjour à tous,'),
    closings: list('Merci|Cordialement|Bien à vous|Merci d’avance'),
  },
  es: {
    things: list('Impresora|Factura|Inicio de sesión|Entrega|Pedido {order}|Paquete|Búsqueda'),
    predicates: list('no responde|muestra un error|falta|tarda demasiado|ya no funciona|es incorrecto'),
    references: list(
      'Se trata del pedido {order}.|Los detalles están en {file}.|Escriban también a {email}.' +
        '|El código de error es {code}.',
    ),
    greetings: list('Hola,|Buenos días,|Buenas tardes,|Estimado equipo:'),
    closings: list('Gracias|Un saludo|Saludos cordiales|Muchas gracias'),
  },
}
