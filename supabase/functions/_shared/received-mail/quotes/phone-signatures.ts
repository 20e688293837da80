/*
 * The line that a phone or a mail program adds below what its owner typed. It has to be a whole line in the form of such a
 * signature: a sentence that begins "Sent from my" and goes on is the writer's.
 */

import { withoutEnd } from './without-end.ts'

/** The program or the device: names, and these words. Never a word that goes on with a sentence. */
const plain = new Set(
  `phone smartphone mobile mobil device tablet handheld cell wireless desktop computer laptop pc app mail email e-mail mailbox secure via
  using with on for by the a an my from of and version free galaxy octacore powered
  meinem meiner mobilgerät mobiltelefon handy smartphone mit von für auf der dem unterwegs
  mon ma mes un une mobile téléphone portable avec de du pour sur appareil
  mi un móvil teléfono dispositivo con de desde para el la mio mia dal dispositivo telefono cellulare con per
  mijn telefoon toestel met voor een min mitt mobiltelefon telefon enhed enhet med fra från til för
  meu minha celular telemóvel dispositivo com do da para o telefonu urządzenia mobilnego za pomocą z mojego
  matkapuhelimesta puhelimestani puhelimesta laitteesta mého mobilního zařízení telefonu iphonu моего мобильного устройства телефона почты
  для на с из помощью mobil cihazımdan`
    .split(/\s+/)
    .filter(Boolean),
)

/** "From my", and what stands for it; what follows is the device. */
const fromMine =
  /^(?:(?:sent )?from my|von meine[mr](?:\/(?:meine[mr]|er))?|gesendet von meine[mr]|diese nachricht wurde von meine[mr]|envoyé (?:de|depuis|à partir de) m(?:on|a|es)|enviado desde mi|enviado de mi|enviado d[oe] (?:meu|minha)|inviato dal? mi[oa]|(?:verstuurd|verzonden) vanaf mijn|skickat från min|sendt fra min|sent frá|lähetetty (?=\S+stani)|wysłane z mojego|odesláno z mého|отправлено с моего)\s+(?=\S)/iu

/** Without "my", the device has to be a known one: somebody may have sent a parcel "via DHL". */
const fromAny =
  /^(?:sent (?:from|via|with|by)|gesendet (?:von|mit|über|aus)|diese nachricht wurde (?:von|mit)|envoyé (?:de|depuis|à partir de|avec)|enviado (?:desde|d[oe]|a partir d[oe]|del|con|com|mediante)|inviato (?:da|dal|con|tramite)|(?:verstuurd|verzonden) (?:vanaf|met|via|vanuit)|skickat från|sendt fra|lähetetty|wysłan[eo] z|odesláno z|odoslané z|отправлено (?:с|из)|надіслано з|trimis (?:de pe|din)|poslano (?:s|z|iz))\s+(?=\S)/iu

const known =
  /iphone|ipad|ipod|macbook|phone|smartphone|mobil|móvil|móbil|android|samsung|galaxy|huawei|honor|xiaomi|redmi|nokia|blackberry|windows|outlook|yahoo|proton|gmail|gmx|web\.de|t-online|aol|mailbox|airmail|spark|aquamail|bluemail|fairemail|k-9|tablet|htc|xperia|pixel|oneplus|oppo|motorola|lumia|handy|téléphone|teléfono|telefon|telefoon|cellulare|celular|superhuman|acompli|mailspring|tuta|ios\b|телефон|почт/iu

/** Where the verb comes last, at the end of the line. */
const verbLast = /\s?(?:gesendet|geschickt|verschickt|傳送|传送|发送|發送|送信)$/u
const eastern =
  /^(?:发自我的|發自我的|從我的|从我的|來自我的|来自我的|我的|נשלח מה?-?|تم الإرسال من|أرسل من)|(?:から送信|より送信|에서 보냄|['’]?[uıi]?[mn]?d[ae]n gönderildi)$/u

/** Programs that write only their name. */
const whole =
  /^(?:yahoo mail(?: for| auf| pour| para)? ?(?:android|iphone|ipad)?|outlook (?:for|für|pour|para|per|voor) (?:ios|android|mac)|(?:get|holen sie sich|télécharger|obtenir|obtener|scarica|download) outlook (?:for|für|pour|para|per|voor) (?:ios|android|mac))$/iu

/** An excuse that programs add to it, and not one of somebody's own. */
const excuse =
  /[.,;]? (?:please |bitte )?(?:excuse|pardon|forgive|ignore|entschuldigen sie|verzeihen sie)\b[^\d:?]{0,30}(?:brevity|brief|typ[oe]|error|mistake|short|spelling|kürze|fehler).{0,12}$/iu

const isDevice = (word: string) =>
  /^[\p{Lu}\p{N}]/u.test(word) || /^i(?:phone|pad|pod|os|mac)/iu.test(word) || plain.has(word.toLowerCase())

const MAX_LENGTH = 220

/** Whether the line is a signature of a phone or a program. */
export function isPhoneSignature(line: string): boolean {
  if (line.length > MAX_LENGTH) return false
  // Programs link to themselves.
  const unlinked = line
    .trim()
    .replace(
      /<?<(?:https?:|mailto:)[^<>]*>>?|\((?:https?:)[^()]*\)|\[https?:[^[\]]*\]|https?:\/\/\S*/giu,
      ' ',
    )
  const spoken = unlinked
    .replace(/[[\]*_<>()"“”]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ')
  const text = withoutEnd(spoken.replace(excuse, ''), /[.!\s]/)
  if (whole.test(text)) return true
  // A second sentence, or what follows a dash, is the writer's.
  if (
    /[.!?:;] \S| [‐-―-] \S/u.test(text) ||
    !text
      .split(', ')
      .slice(1)
      .every((part) => known.test(part))
  )
    return false
  const isMine = fromMine.test(text)
  const isEastern = eastern.test(text)
  if (!isMine && !isEastern && !(fromAny.test(text) && (known.test(text) || unlinked !== line.trim())))
    return false
  const device = text
    .replace(isMine ? fromMine : fromAny, '')
    .replace(eastern, '')
    .replace(verbLast, '')
  const words = device.split(/[\s,/&+–—-]+/u).filter(Boolean)
  return words.length > 0 && words.length <= 10 && words.every(isDevice)
}
