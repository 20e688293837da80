/** Languages of mail programs. */
const languages =
  'en de fr es it nl pt pl sv da nb fi cs sk hu ro hr sl sr bg el ru uk tr lt lv et is ca eu gl id ms vi ja zh ko he ar'.split(
    ' ',
  )

/** Other words of an attribution: between the parts of the date, beside the name. */
const others = `
  at um om uhr klo kl o godz ob v u г р à às a as las les alle ore ora kello kell saat plkst pukul lúc vào lúc los de del den der dem di el
  il le la the of dia día dagen giorno tanggal pada tarihinde şunu şunları ezt időpont keltezéssel via von van et und and i je ji la
  hat heeft ha han am pm a.m p.m nachm vorm st nd rd th gmt utc met mez mesz cet cest est edt pst pdt
  użytkownik użytkownika odesílatel пользователь користувач користувача ο χρήστης lietotājs kontakt oseba persona od от від από
  het volgende folgendes przez wiadomość napisana missatge from day dia dt kuupäeval je thg p w dniu dnia no`

/** One of each month, and one of each day of the week. */
const days = Array.from(
  { length: 19 },
  (_, n) => new Date(Date.UTC(2024, n < 12 ? n : 0, n < 12 ? 1 : n - 11)),
)

let known: Set<string> | undefined

const plain = (word: string) => word.toLowerCase().replace(/[^\p{L}]+/gu, '')

/** Built when a broken attribution is first seen: it takes some milliseconds. */
function dateWords(): Set<string> {
  if (known) return known
  known = new Set(others.split(/\s+/).map(plain))
  for (const language of languages)
    for (const style of ['long', 'short'] as const) {
      const inDate = new Intl.DateTimeFormat(language, {
        day: 'numeric',
        month: style,
        weekday: style,
        timeZone: 'UTC',
      })
      for (const day of days) for (const word of inDate.format(day).split(/[\s-]+/)) known.add(plain(word))
    }
  return known
}

/** Whether the word is one of a date, in any language, or of what stands beside it. */
export const isDateWord = (word: string): boolean => /\d/.test(word) || dateWords().has(plain(word))
