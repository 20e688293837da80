/** As in the portal (libs/tickets, text-direction.ts). */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
const FIRST = 1000

/** The direction of a text by its first letter; left to right without one. */
export function textDirection(text: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(text.slice(0, FIRST))?.[0]
  return letter !== undefined && RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
