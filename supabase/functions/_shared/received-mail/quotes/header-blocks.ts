/*
 * The block From, Sent, To, Subject that programs put above the message they quote, in the order and the language of the
 * program.
 */

const MAX_LENGTH = 1_000
/** Lines of a block, with long lists of recipients. */
const MAX_LINES = 12

const names = {
  from: 'From|Von|De|Da|Van|Från|Fra|Lähettäjä|Keneltä|Od|Odesílatel|Odosielateľ|От|От кого|Від|Відправник|Kimden|Gönderen|Feladó|De la|Šalje|Saatja|Nuo|Frá|Từ|Dari|Από|Expéditeur|Mittente|Remitente|Remetente|Afzender|Avsändare|Afsender|Avsender|Absender|Nadawca|מאת|من|发件人|寄件者|寄件人|差出人|送信者|보낸 ?사람',
  date: 'Sent|Date|Sent at|Date sent|Sent on|Gesendet|Gesendet am|Datum|Datum/Zeit|Envoyé le|Envoyé|Enviado|Enviado el|Enviado em|Enviada|Enviada em|Data|Data de envio|Fecha|Fecha de envío|Inviato|Inviato il|Data invio|Verzonden|Verzonden op|Skickat|Skickad|Sendt|Lähetetty|Päivämäärä|Päiväys|Päivä|Pvm|Wysłano|Wysłane|Odesláno|Odoslané|Dátum|Отправлено|Дата|Надіслано|Gönderildi|Gönderilme Tarihi|Gönderme Tarihi|Tarih|Elküldve|Küldve|Trimis|Dato|Изпратено|Poslano|Poslato|Saadetud|Kuupäev|Nosūtīts|Datums|Išsiųsta|Enviat|Enviat el|Đã gửi|Dikirim|Tanggal|Στάλθηκε|Ημερομηνία|נשלח|תאריך|تاريخ الإرسال|أرسلت|التاريخ|发送时间|发送日期|寄件日期|傳送日期|日期|时间|日付|日時|送信日時|送信日|보낸 ?날짜|보낸 ?시간|날짜',
  to: 'To|An|À|Á|A|Para|Aan|Till|Til|Vastaanottaja|Do|Komu|Pro|Кому|До|Kime|Alıcı|Címzett|Către|Catre|Prima|Za|Adressaat|Kam|Per a|Đến|Kepada|Kepada Yth|Προς|אל|إلى|收件人|收件者|宛先|받는 ?사람|수신',
  subject:
    'Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Aihe|Temat|Předmět|Predmet|Тема|Konu|Tárgy|Относно|Zadeva|Teema|Tēma|Tema|Assumpte|Efni|Chủ đề|Subjek|Perihal|Subiect|Θέμα|נושא|الموضوع|主题|主題|主旨|标题|件名|제목',
  other:
    'Cc|CC|Kopie|Copie|Copia|Copie à|Kopia|Kopi|Kopio|Копия|Bilgi|DW|抄送|副本|참조|Bcc|Reply[- ]To|Antwort an|Antwoord aan|Rispondi a|Responder a|Répondre à|Importance|Wichtigkeit|Priority|Attachments|Anlagen|Organization|Message-ID|Newsgroups|Mailed[- ]By|Risposta',
}
type Field = keyof typeof names

const patterns = (Object.keys(names) as Field[]).map(
  (field) =>
    [field, new RegExp(`^[\\s>*_|]{0,30}(?:${names[field]})[\\s*_]{0,6}[:：][\\s*_]*(.*)$`, 'iu')] as const,
)

const dateWithin = new RegExp(`\\s(?:${names.date})\\s?[:：]`, 'iu')

/** The field that the line begins, with its value. */
function fieldOf(line: string): { field: Field; value: string } | undefined {
  if (line.length > MAX_LENGTH) return undefined
  for (const [field, pattern] of patterns) {
    const value = pattern.exec(line)?.[1]
    if (value !== undefined) return { field, value }
  }
  return undefined
}

const hasAddress = (value: string | undefined) => value !== undefined && /[^\s@]@[^\s@]/.test(value)
const year = /(?:^|\D)(?:19|20)\d{2}(?:\D|$)/
const time = /(?:^|\D)\d{1,2}\s?[:.h]\s?\d{2}(?:\D|$)/

/** Fields and their values from line `at` on, with the lines over which a value goes on. */
function fieldsAt(lines: readonly string[], at: number): Map<Field, string> {
  const found = new Map<Field, string>()
  let last: Field | undefined
  for (let next = at, rest = 0; next < at + MAX_LINES && next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    const one = fieldOf(line)
    if (one) {
      // A second From begins a second block.
      if (one.field !== 'other' && found.has(one.field)) break
      found.set(one.field, one.value)
      ;[last, rest] = [one.field, 0]
      continue
    }
    // Mails that were HTML have an empty line between the fields.
    if (!line.replace(/[\s>]+/g, '')) {
      if (last === undefined || !fieldOf(lines[next + 1] ?? '')) break
      continue
    }
    if (last === undefined || line.length > MAX_LENGTH || (rest += 1) > 4 || /[:：]\s*$/.test(line)) break
    found.set(last, `${found.get(last) ?? ''} ${line}`)
  }
  return found
}

/** Whether the block of a quoted message starts here. */
export function isHeaderBlock(lines: readonly string[], at: number): boolean {
  const first = lines[at] ?? ''
  // Orange and other French providers begin with the date.
  if (/^[\s>]*Message du\s?:?\s/.test(first)) return fieldOf(lines[at + 1] ?? '')?.field === 'from'
  const start = fieldOf(first)
  if (!start || start.field === 'to' || start.field === 'other') return false
  const fields = fieldsAt(lines, at)
  const [from, date, to, subject] = [
    fields.get('from'),
    fields.get('date'),
    fields.get('to'),
    fields.get('subject'),
  ]
  // Some programs lose the ends of the lines.
  if (from !== undefined && hasAddress(from) && dateWithin.test(from) && year.test(from) && time.test(from))
    return true
  const isDated = date !== undefined && /\d/.test(date)
  const isMoment = date !== undefined && year.test(date) && time.test(date)
  // A journey has "From", a date and "To" as well, and perhaps a subject: an address or the time has to be there.
  const isSpelled = /\p{L}{3}|[年년]/u.test(date ?? '')
  if (from !== undefined && subject !== undefined)
    return (isMoment && isSpelled) || hasAddress(from) || hasAddress(to)
  // Outlook drops the subject of a mail without one.
  if (from !== undefined) return isDated && (hasAddress(from) || (hasAddress(to) && isMoment))
  return isMoment && hasAddress(to)
}

const anyField = /^[\s*]{0,10}\p{L}[^:：]{0,24}[:：][\s*]*\S/u

/** Whether fields of a message follow below a mark that only programs write: in any language, with an address and a date. */
export function isFields(lines: readonly string[], at: number): boolean {
  const known = [...fieldsAt(lines, at).keys()].filter((field) => field !== 'other')
  if (known.length >= 2) return true
  const block = lines.slice(at, at + MAX_LINES)
  const end = block.findIndex((line) => line.length > MAX_LENGTH || !anyField.test(line))
  const fields = end < 0 ? block : block.slice(0, end)
  return fields.length >= 3 && fields.some(hasAddress) && fields.some((line) => year.test(line))
}
