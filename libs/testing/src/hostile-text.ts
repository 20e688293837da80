/** Marks that parsers of mails, addresses, Markdown, HTML and CSV look at, alone. */
const marks = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n']

/** Beginnings of constructs that never end, ends without a beginning, and constructs within one another. */
const pieces = [
  ...['*a_', '**a_ ', '*_', '_*a', '***a___', 'a**b*', '*[a', '_a*a'],
  ...['[a](', '[a](b', '[a', '![a', '](', '[]()', '[a][', '[[a]', '[a]: b\n', '[a](<', '[a](b "', '[a](b ('],
  ...[
    '<a',
    '<a ',
    '</a>',
    '<a@b',
    '<http://a',
    '<!--',
    '<a href="',
    '&#',
    '&amp;',
    'http://',
    'a@b.',
    '@a.b',
    'www.a',
  ],
  ...[
    '> a\n',
    '- a\n',
    '- > ',
    '> - ',
    '1. ',
    '1) a\n',
    '* *\n',
    '```\n',
    '`a``',
    '~~~',
    '|a',
    '|-|\n',
    '# a\n',
    '\\*',
  ],
  ...[
    'a:',
    'a;',
    'a,',
    '"a" ',
    '(a) ',
    '<"',
    '("',
    'a <a@b.c>, ',
    '=?utf-8?q?a?= ',
    '=?utf-8?b?',
    'a=b; ',
    '\\"',
    'a@b@',
  ],
  ...['From: x\n', 'On 1 wrote\n', '--a\n', '\r\n', 'a\n', '1 ', '5.1.1 ', ' \n', 'Ä', '😀'],
]

const fill = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)

/** Lines that each begin with one `indent` more than the line above. */
function stairs(indent: string, line: string, length: number): string {
  let text = ''
  for (let step = 0; text.length < length; step += 1) text += `${indent.repeat(step)}${line}\n`
  return text.slice(0, length)
}

/** One mark over and over before and behind a letter: as many pairs, each within the other. */
function around(mark: string, length: number): string {
  const half = Math.floor((length - 1) / 2)
  return `${mark.repeat(half)}a${mark.repeat(length - 1 - half)}`
}

/**
 * Texts that are cheap to send and costly for a parser that looks back, nests or starts again: one mark over and over, each also with a
 * letter, a blank or a line break beside it or a letter in the middle, open constructs, and lists and quotes that go deeper by each line.
 */
export const hostileTexts: [name: string, textOf: (length: number) => string][] = [
  ...[
    ...new Set([...marks, ...marks.flatMap((mark) => [`${mark}a`, `${mark} `, `${mark}\n`]), ...pieces]),
  ].map((piece): [string, (length: number) => string] => [
    JSON.stringify(piece),
    (length) => fill(piece, length),
  ]),
  ...marks.map((mark): [string, (length: number) => string] => [
    `${JSON.stringify(mark)} around a letter`,
    (length) => around(mark, length),
  ]),
  ['one word', (length) => 'a'.repeat(length)],
  ['deep lists', (length) => stairs('  ', '- a', length)],
  ['deep ordered lists', (length) => stairs('   ', '1. a', length)],
  ['deep quotes', (length) => stairs('>', ' a', length)],
  ['longer and longer code marks', (length) => stairs('`', ' a ', length)],
]

/** CPU time of a call in milliseconds, the best of three if it is long. Unlike the clock it does not count the machine's other work. */
async function cost(run: () => unknown): Promise<number> {
  let best = Infinity
  for (let turn = 0; turn < 3 && best > 100; turn += 1) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

/**
 * The hostile text that costs `read` the most.
 * @returns its name and the CPU time in milliseconds
 */
export async function slowest(
  read: (text: string) => unknown,
  length: number,
): Promise<[name: string, milliseconds: number]> {
  let worst: [string, number] = ['', 0]
  for (const [name, textOf] of hostileTexts) {
    const text = textOf(length)
    const milliseconds = await cost(() => read(text))
    if (milliseconds > worst[1]) worst = [name, milliseconds]
  }
  return worst
}
