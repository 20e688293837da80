/** How letters begin, in the languages in which desks write: they need not be the portal's. */
const words = [
  ...[
    'hello',
    'hi',
    'hiya',
    'hey',
    'dear',
    'greetings',
    'good (?:morning|afternoon|evening|day)',
    'to whom it may concern',
  ],
  ...[
    'hallo',
    'guten (?:tag|morgen|abend)',
    'moin',
    'servus',
    'grüß gott',
    'grüezi',
    'liebe[rs]?',
    'sehr geehrte[rs]?',
    'werte[rs]?',
  ],
  ...[
    'beste',
    'geachte',
    'goede(?:morgen|middag|navond|ndag)',
    'goeden?dag',
    'goede (?:morgen|middag|avond)',
    'dag',
    'hoi',
  ],
  ...['bonjour', 'bonsoir', 'salut', 'cher', 'chère', 'chers', 'chères', 'madame', 'monsieur'],
  ...['hola', 'buen(?:os|as) (?:d[ií]as|tardes|noches)', 'estimad[oa]s?', 'querid[oa]s?'],
  ...['ciao', 'salve', 'buon ?giorno', 'buona ?sera', 'gentil[ei]', 'car[oa]', 'egregi[oa]'],
  ...['olá', 'ola', 'bom dia', 'boa (?:tarde|noite)', 'prezad[oa]s?', 'car[oa]s', 'exm[oa]\\.'],
  ...[
    'hej',
    'hejsan',
    'heisann',
    'hei',
    'god (?:morgon|dag|kväll|morgen|kveld|aften)',
    'bästa',
    'kära',
    'kære',
    'kjære',
    'hyvä',
    'moi',
    'hyvää (?:päivää|huomenta|iltaa)',
    'terve',
  ],
  ...[
    'cześć',
    'dzień dobry',
    'witam',
    'szanown[ayie]',
    'drog[ai]',
    'dobrý den',
    'ahoj',
    'vážen[ýáíé]',
    'mil[ýáíé]',
    'dobrý deň',
  ],
  ...[
    'tere',
    'labas',
    'sveiki',
    'labdien',
    'sveicin[āa]ti',
    'dobar dan',
    'dobro jutro',
    'zdravo',
    'bok',
    'poštovan[ieoa]',
    'spoštovan[ieoa]',
    'pozdravljeni',
  ],
  ...[
    'szia',
    'sziasztok',
    'üdvözlöm',
    'tisztelt',
    'kedves',
    'jó napot',
    'bună',
    'bună ziua',
    'stimat[eăa]',
    'dragă',
    'merhaba',
    'selam',
    'iyi günler',
    'sayın',
  ],
  ...[
    'γεια',
    'γειά',
    'καλημέρα',
    'καλησπέρα',
    'αγαπητ[έήοό]ί?',
    'здравствуйте',
    'привет',
    'добрый (?:день|вечер)',
    'доброе утро',
    'уважаем(?:ый|ая|ые)',
    'вітаю',
    'доброго дня',
    'добрий (?:день|вечір)',
    'привіт',
    'шановн(?:ий|а|і)',
    'здравейте',
    'уважаем[иа]',
  ],
]
const greeting = new RegExp(`^(?:${words.join('|')})(?![\\p{L}\\p{N}_-])`, 'iu')
/** Scripts without spaces between words. */
const joined =
  /^(?:こんにちは|こんばんは|おはよう|お世話になって|拝啓|您好|你好|尊敬的|안녕하세요|مرحبا|السلام عليكم|שלום)/u

/** Longest line that only addresses its reader. */
const ADDRESS_MAX = 60

/** Whether a text begins with a greeting of its own. @param name - of its reader */
export function beginsWithGreeting(text: string, name: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1)
  const line = first
    .slice(0, 200)
    .replace(/^[*_#>\s¡]+/, '')
    .trimEnd()
  if (greeting.test(line) || joined.test(line)) return true
  // "Cora," or "Ms Miller –": the reader's name, and nothing behind it.
  const isAddress = line.length <= ADDRESS_MAX && /[,!:;–—-][*_]*$/.test(line)
  const names = name
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word.length > 1)
  const said = line.toLowerCase().split(/[^\p{L}\p{M}\p{N}'’-]+/u)
  return isAddress && names.some((word) => said.includes(word))
}
