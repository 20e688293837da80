import { phrases } from '../phrases.ts'
import { fold } from './noise-subjects.ts'

const DAY = 86_400_000
const MAX_DAYS = 400
/** An absence is announced at the beginning. */
const MAX_TEXT = 2_000

const away = phrases`
  out of (the |my )?office
  (am|be|are|is|'m|i'll be) (currently |presently |now )?(away|unavailable|on (annual |parental |sick |maternity )?(leave|holidays?|vacation))
  on (annual |parental |sick |maternity )?leave until; on (vacation|holidays?) until; away (until|till|from)
  away from (the|my) (office|desk|e-?mail); not in (the )?office; limited access to (my )?e-?mail
  back (in the office )?on
  nicht im (buro|haus|dienst); abwesen(d|heit); (im|in) (dem )?urlaub; ausser haus
  nicht (personlich )?erreichbar; wieder (erreichbar|im buro|im haus|fur sie da); derzeit nicht (da|am platz)
  elternzeit
  absent(e)?( du bureau)?; en conges?; en vacances; de retour le; hors du bureau; indisponible
  fuera de (la )?oficina; ausente; de vacaciones; vacaciones; fuori (ufficio|sede); assente; in ferie
  fora do escritorio; de ferias; ausencia; assenza
  afwezig(heid)?; niet (op kantoor|aanwezig|bereikbaar); (op|met) vakantie; met verlof; franvarande; semester
  pa kontoret; kontoret igen; fraværende; (pa|har) ferie; tilbake; tillbaka
  poissa; lomalla; urlop(ie)?; nieobecn(y|a|osc|osci); poza biurem; mimo kancelar(ie)?
  nepritom(en|na|ny|nost); dovolen(e|ej|ou); hazon kivul; irodan kivul; szabadsag(on)?; tavol(let)?
  concediu; in afara biroului; absent(a)? din birou; izin(de|li)(yim)?; ofis dışında(yım)?; tatilde(yim)?
  отпуск(е)?; отсутству(ю|ет); вне офиса; нет на (рабочем )?месте; відпустц[іи]; відсутн(іи|ій|я)
  поза офісом; извън офиса; отпуска; απουσιαζω; αδεια; γραφειου
`
const awayWithin = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${away.map((form) => `(?:${fold(form)})`).join('|')})(?![\\p{L}\\p{N}])|${fold('不在|休暇|外出|休假|出差|度假|부재|휴가|출장|자리를 비')}`,
  'u',
)

/** True when a subject or the beginning of a text speaks of an absence. */
export const speaksOfAbsence = (text: string): boolean => awayWithin.test(fold(text.slice(0, MAX_TEXT)))

/** The first sentences of a text, behind its salutation. */
const opening = (text: string, count: number): string =>
  text
    .slice(0, MAX_TEXT)
    .split(/[!?。！？\n]|(?<!\d)\.(?=\s|$)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !sentence.endsWith(','))
    .slice(0, count)
    .join('. ')

/** True when a text begins with an absence: programs come to it within a few sentences, and add no other matter before. */
export const opensWithAbsence = (text: string, sentences: number): boolean =>
  speaksOfAbsence(opening(text, sentences))

const languages = 'en de fr es it nl pt pl sv da nb fi cs sk hu ro tr ru uk bg el'.split(' ')
type Names = ReadonlyMap<string, number>
const formsOf = (language: string) =>
  (
    [
      ['month', { month: 'long' }],
      ['month', { month: 'long', day: 'numeric' }],
      ['month', { month: 'short', day: 'numeric' }],
      ['weekday', { weekday: 'long' }],
    ] as const
  ).map(([type, options]) => ({
    type,
    format: new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }),
  }))

let known: { months: Names; weekdays: Names } | undefined
/** Names of months, alone and beside a day, and of weekdays, as the platform knows them. Made at the first automatic answer. */
function names(): { months: Names; weekdays: Names } {
  if (known) return known
  const months = new Map<string, number>()
  const weekdays = new Map<string, number>()
  const add = (map: Map<string, number>, name: string, value: number) => {
    const folded = fold(name).replace(/\.$/, '')
    // A name that means another one in a language further up is left to that.
    if (folded.length >= 3 && !map.has(folded)) map.set(folded, value)
  }
  for (const language of languages)
    for (const { type, format } of formsOf(language))
      for (let n = 0; n < (type === 'month' ? 12 : 7); n += 1) {
        // 1 November 2026 is a Sunday.
        const at = type === 'month' ? Date.UTC(2026, n, 15) : Date.UTC(2026, 10, 1 + n)
        const name = format.formatToParts(at).find((part) => part.type === type)?.value ?? ''
        add(type === 'month' ? months : weekdays, name, n)
      }
  // As they stand behind a preposition.
  for (const [name, day] of [
    ['poniedzialku', 1],
    ['wtorku', 2],
    ['srody', 3],
    ['czwartku', 4],
    ['piatku', 5],
    ['понедельника', 1],
    ['вторника', 2],
    ['среды', 3],
    ['четверга', 4],
    ['пятницы', 5],
    ['понеділка', 1],
    ['вівторка', 2],
    ['середи', 3],
    ['четверга', 4],
    ["п'ятниці", 5],
    ['pondeli', 1],
    ['utery', 2],
    ['stredy', 3],
    ['ctvrtka', 4],
    ['patku', 5],
  ] as const)
    add(weekdays, name, day)
  return (known = { months, weekdays })
}

const untilForms = phrases`
  until; till; til; through; back (in the office )?on; return(ing)?( to the office)?( on)?; be back
  bis; wieder (ab|am); zuruck am; ab dem; jusqu'?(au|a|en)?; de retour (le|au); hasta; fino (al|all|a)
  tot( en met)?; ate; regreso el; rientro il; terug op
  t\.?o\.?m\.?; til og med; till och med; tillbaka; tilbage; tilbake; do; pana (la|pe|in); до; по; μεχρι; εως
`
const until = new RegExp(`(?<![\\p{L}\\p{N}])(?:${untilForms.map(fold).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
/** Behind the date: Finnish, Hungarian, Turkish. */
const untilBefore = /-?ig(?!\p{L})| (?:asti|saakka)(?!\p{L})|'?\p{L}{0,2} kadar(?!\p{L})/gu
const cjk = /(?:(\d{4})\s?[年년]\s?)?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号일]/
const iso = /(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)/
const numeric = /(?<!\d)(\d{1,2})([./-])\s?(\d{1,2})(?:\2\s?(\d{4}|\d{2}))?(?!\d)/
const dayMonth =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)? (?:de |of |d')?(\p{L}{3,})\.?,?(?: (?:de )?(\d{4}))?/u
const monthDay = /(?<!\p{L})(\p{L}{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?!\d)(?:,? (\d{4}))?/u

/** The first day from the mail on that fits; null for none within a year. */
function dayOf(sent: number, month: number, day: number, year?: number): string | null {
  const first = new Date(sent).getUTCFullYear()
  for (const one of year === undefined ? [first, first + 1] : [year < 100 ? 2000 + year : year]) {
    const at = Date.UTC(one, month, day)
    const isReal = new Date(at).getUTCMonth() === month && new Date(at).getUTCDate() === day
    if (isReal && at >= sent - DAY && at <= sent + MAX_DAYS * DAY)
      return new Date(at).toISOString().slice(0, 10)
  }
  return null
}

const numberOf = (text: string | undefined) => (text === undefined || text === '' ? undefined : Number(text))

/** A date of two numbers: day first, except where only the other order is a date, or the order is not clear. */
function numericDay(sent: number, found: RegExpExecArray): string | null {
  const [one, other, year] = [Number(found[1]), Number(found[3]), numberOf(found[4])]
  const dayFirst = dayOf(sent, other - 1, one, year)
  if (found[2] !== '/') return dayFirst
  const monthFirst = dayOf(sent, one - 1, other, year)
  return dayFirst && monthFirst && dayFirst !== monthFirst ? null : (dayFirst ?? monthFirst)
}

/** The date in a few words behind `until`. */
function dateIn(words: string, sent: number): string | null {
  const { months, weekdays } = names()
  const isoDate = iso.exec(words)
  if (isoDate) return dayOf(sent, Number(isoDate[2]) - 1, Number(isoDate[3]), Number(isoDate[1]))
  for (const [pattern, day, month] of [
    [dayMonth, 1, 2],
    [monthDay, 2, 1],
  ] as const) {
    const found = pattern.exec(words)
    const number = found && months.get(found[month] ?? '')
    if (found && number !== undefined && number !== null)
      return dayOf(sent, number, Number(found[day]), numberOf(found[3]))
  }
  const date = numeric.exec(words)
  if (date) return numericDay(sent, date)
  for (const [word] of words.matchAll(/[\p{L}'-]{3,}/gu)) {
    const weekday = weekdays.get(word)
    if (weekday === undefined) continue
    const today = new Date(sent).getUTCDay()
    return new Date(sent + (((weekday - today + 6) % 7) + 1) * DAY).toISOString().slice(0, 10)
  }
  return null
}

/**
 * Until when the author of an automatic answer is away, as they say it: `2026-12-07`; null when they name no date.
 * @param sent - when it was written, in milliseconds
 */
export function awayUntil(subject: string, text: string, sent: number): string | null {
  for (const part of [fold(text.slice(0, MAX_TEXT)), fold(subject.slice(0, 300))]) {
    for (const match of [...part.matchAll(until)].slice(0, 10)) {
      const from = match.index + match[0].length
      // The sentence that follows begins another thought.
      const words = part.slice(from, from + 60).split(/[!?;]|(?<=\p{L}{3}|\d{4})\. /u)[0] ?? ''
      const found = dateIn(words, sent)
      if (found) return found
    }
    for (const match of [...part.matchAll(untilBefore)].slice(0, 10)) {
      const found = dateIn(part.slice(Math.max(0, match.index - 24), match.index), sent)
      if (found) return found
    }
    // Folding takes characters apart.
    const composed = part.normalize('NFC')
    const found = cjk.exec(composed)
    if (found && /まて|至|直到|까지|復帰|回来|返回/u.test(composed)) {
      const day = dayOf(sent, Number(found[2]) - 1, Number(found[3]), numberOf(found[1]))
      if (day) return day
    }
  }
  return null
}
