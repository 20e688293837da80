/*
 * How mail programs introduce the message that they quote, in the languages of their users. Lines are at most 1,000
 * characters long when they are tested, and no pattern backtracks over more than one line.
 */

/**
 * The last words of "On <date>, <name> wrote:". Only needed where the quoted lines have no `>`: above those, any line with
 * a date or an address and a colon will do.
 */
const wrote =
  /(wrote|writes|schrieb|geschrieben|schreef|geschreven|skrev|a écrit|escribió|ha scritto|escreveu|a scris|napisał(a|\(a\))?|pisze|napsal(a|\(a\))?|napísal(a|\(a\))?|kirjoitti|написал(а|\(а\))?|пишет|написав|пише|έγραψε|yazdı|írta|כתב|כתבה|كتب|viết|menulis|写道|寫道|のメール|のメッセージ|님이 작성)( [^:：]{0,100})?\s?[:：]$/iu
/** "On", and the day: how the sentence begins. A sentence in the middle of a letter rarely does. */
const begins =
  /^(On|Am|Den|Op|På|Le|El|Em|A|Il|In data|Dnia|W dniu|Dne|Dňa|No dia|ma|ti|ke|to|pe|la|su|[^\s]{1,20},?\s[^\s]{0,20}\d|\d)(?![\p{L}])/iu

/** An address in brackets. */
const addressed = /<[^<>\s@]+@[^<>\s]+>/

/** "-----Original Message-----" and what stands for it. */
const separators = [
  /^\s*-{2,}\s*(Original Message|Original Appointment|Forwarded message|Ursprüngliche Nachricht|Originalnachricht|Weitergeleitete Nachricht|Message d'origine|Message transféré|Mensaje original|Mensaje reenviado|Mensagem original|Messaggio originale|Messaggio inoltrato|Oorspronkelijk bericht|Originalmeddelande|Ursprungligt meddelande|Oprindelig meddelelse|Opprinnelig melding|Alkuperäinen viesti|Wiadomość oryginalna|Původní zpráva|Исходное сообщение|Пересылаемое сообщение|Orijinal Mesaj|原始邮件|原始郵件|元のメッセージ|Reply message|Reply Message)\s*-{2,}\s*$/i,
  /^\s*(Begin forwarded message|Anfang der weitergeleiteten Nachricht|Début du message réexpédié|Inizio messaggio inoltrato|Inicio del mensaje reenviado|Forwarded message)\s*:\s*$/i,
  // Desks ask for it above the history in their mails.
  /^\s*#{2,}[- ]*(Please )?(write|reply|answer)\b.{0,60}\babove this line\b/i,
]

/** Field names of the block that Outlook and others put above the quoted message. */
const fields = {
  from: /^[\s>*]*(From|Von|De|Da|Van|Från|Fra|Lähettäjä|Od|От|Kimden|Feladó|发件人|寄件者|差出人|보낸 사람|Gönderen|Expéditeur|Mittente|Remitente)\s?\*?\s?[::]\s?\*?\s*\S/iu,
  date: /^[\s>*]*(Sent|Date|Gesendet|Datum|Envoyé le|Envoyé|Enviado|Enviado el|Enviada em|Fecha|Data|Inviato|Verzonden|Skickat|Sendt|Lähetetty|Wysłano|Odesláno|Отправлено|Дата|Gönderildi|Tarih|发送时间|寄件日期|日期|送信日時|日時|보낸 날짜)\s?\*?\s?[::]/iu,
  subject:
    /^[\s>*]*(Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Тема|Konu|主题|主旨|件名|제목)\s?\*?\s?[::]/iu,
}

/** Lines that a phone adds below what its owner typed. */
const phones =
  /^(Sent from my |Sent from (Mail|Outlook|Yahoo|Proton)|Sent from [^.]{1,30}<https?:|Get Outlook for |Sent via |Sent with |Von meinem .{1,40} gesendet|Gesendet mit |Gesendet von |Diese Nachricht wurde von meinem |Envoyé de mon |Envoyé depuis |Enviado desde |Enviado do meu |Enviado a partir |Enviado del? |Inviato da|Inviato dal mio |Verstuurd vanaf |Verzonden vanaf |Skickat från |Sendt fra |Lähetetty |Wysłane z |Odesláno z |Отправлено с |Отправлено из |Yahoo Mail|iPhoneから送信|发自我的|從我的 |iPhone'umdan gönderildi|Gönderildi: )/iu

/** The end of an attribution that a program broke inside `<address>:`; it looks like a quoted line. */
const isBrokenEnd = (line: string) => /^>\s*[:：]$/.test(line.trim())

export const isQuoted = (line: string) => /^\s{0,3}>/.test(line)

/** Lines of an attribution that starts here: 1 to 3 when a program broke it, else 0. */
export function attributionAt(lines: readonly string[], at: number): number {
  const first = lines[at]?.trim().replace(/^[*_]+/, '') ?? ''
  if (!first || isQuoted(first)) return 0
  let joined = ''
  for (let count = 1; count <= 3; count += 1) {
    const next = lines[at + count - 1]?.trim()
    if (!next || (isQuoted(next) && !isBrokenEnd(next))) return 0
    joined = `${joined} ${next}`.trim()
    if (joined.length > 1000) return 0
    const sentence = joined.replace(/^[*_]+/, '')
    // A sentence of the writer may end in "wrote:" too: a date or an address has to come before it.
    const isDated = /\d.*\d|@/.test(sentence) && begins.test(sentence)
    if ((isDated || addressed.test(sentence)) && wrote.test(sentence)) return count
    // Yandex, older Gmail and Zoho: a date and <address>: without a verb, or the verb without a colon.
    if (/^\d.{5,100}<[^<>\s@]+@[^<>\s]+>\s?[:：]$/.test(sentence) || (isDated && /<[^<>\s@]+@[^<>\s]+> wrote$/.test(sentence))) return count
    // Only broken sentences go on; one that ended here was something else.
    if (/[.!?]$/.test(next) && !/\d\.$/.test(next)) return 0
  }
  return 0
}

/** Where the attribution of quoted lines that begin at `at` starts; `at` itself without one. */
export function attributionAbove(lines: readonly string[], at: number, earliest: number): number {
  let last = at - 1
  if (last >= earliest && !lines[last]?.trim()) last -= 1
  const line = lines[last]?.trim() ?? ''
  if (last < earliest || isQuoted(line) || line.length > 500 || !/[:：]$/.test(line)) return at
  for (const count of [3, 2]) {
    const first = last - count + 1
    if (first >= earliest && attributionAt(lines, first) === count) return first
  }
  if (!/\d.*\d|@/.test(line)) return at
  // Gmail breaks the line before the address.
  return last > earliest && /<$/.test(lines[last - 1]?.trim() ?? '') ? last - 1 : last
}

export const isSeparator = (line: string) => line.length <= 1000 && separators.some((mark) => mark.test(line))

/** Whether the block From, Sent, To, Subject of a quoted message starts here. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const within = lines.slice(at, at + 8).filter((line) => line.length <= 1000)
  const below = within.slice(1)
  // Orange and other French providers begin with the date.
  if (/^\s*Message du\s?:/.test(within[0] ?? '')) return fields.from.test(below[0] ?? '')
  if (!fields.from.test(within[0] ?? '') || !below.some((line) => fields.date.test(line))) return false
  // Outlook drops the subject of a mail without one. Then an address and the date right below it have to do.
  return below.some((line) => fields.subject.test(line)) || (/@/.test(within[0] ?? '') && fields.date.test(below[0] ?? ''))
}

export const isPhoneSignature = (line: string) => line.length <= 200 && phones.test(line.trim())

/** The line `-- ` above a signature; programs lose its last space. */
export const isSignatureMark = (line: string) => /^(--|—)\s?$/.test(line)

/** A rule that Outlook draws above the quoted message. */
export const isRule = (line: string) => line.length <= 1000 && /^\s*([_-]{10,}|={4,})\s*$/.test(line)
