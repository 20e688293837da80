const unaccented: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}

/** As private.plain_words, for the letters of the synthetic texts: lower case, without accents, signs become spaces. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøłđı]/g, (sign) => unaccented[sign]!)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
