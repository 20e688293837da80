import iconv from 'iconv-lite'

/** How a charset is read: by the platform, by turning seven bits into eight, or by the package. */
export type Charset =
  | { reader: 'utf-8' }
  | { reader: 'utf-16' }
  | { reader: 'utf-7' }
  | { reader: 'platform'; name: string }
  | { reader: 'shifted'; kind: Shifted; name: string }
  | { reader: 'table'; name: string }

/** Charsets of seven bits that switch between character sets. */
export type Shifted = 'iso-2022-jp' | 'iso-2022' | 'hz'

const japanese: Charset = { reader: 'shifted', kind: 'iso-2022-jp', name: 'euc-jp' }
const korean: Charset = { reader: 'shifted', kind: 'iso-2022', name: 'euc-kr' }
const chinese: Charset = { reader: 'shifted', kind: 'iso-2022', name: 'gb18030' }
const hz: Charset = { reader: 'shifted', kind: 'hz', name: 'gb18030' }

/** Labels without separators that WHATWG does not know, or does not read. */
const more = new Map<string, Charset>([
  ...['utf7', 'unicode11utf7', 'csutf7'].map((label): [string, Charset] => [label, { reader: 'utf-7' }]),
  ['utf16', { reader: 'utf-16' }],
  ['macce', { reader: 'table', name: 'maccenteuro' }],
  ['maccentraleurope', { reader: 'table', name: 'maccenteuro' }],
  ['hz', hz],
  ['hzgb2312', hz],
  ['iso2022kr', korean],
  ['csiso2022kr', korean],
  ['iso2022cn', chinese],
  ['iso2022cnext', chinese],
])

/** Names of WHATWG that the package reads otherwise or not at all. */
const renamed = new Map<string, Charset>([
  ['utf-8', { reader: 'utf-8' }],
  ['utf-16le', { reader: 'utf-16' }],
  ['utf-16be', { reader: 'utf-16' }],
  ['iso-2022-jp', japanese],
  // In the package's tables the euro sign is still the currency sign.
  ['macintosh', { reader: 'platform', name: 'macintosh' }],
  ['x-mac-cyrillic', { reader: 'platform', name: 'x-mac-cyrillic' }],
  ['gbk', { reader: 'table', name: 'gb18030' }],
])

/** Code pages of Windows, whose numbers are labels too, under their names by WHATWG. */
const codePages = new Map(
  Object.entries({
    ...{
      '1200': 'utf-16',
      '1201': 'utf-16',
      '10000': 'macintosh',
      '10007': 'x-mac-cyrillic',
      '20127': 'us-ascii',
    },
    ...{
      '20866': 'koi8-r',
      '21866': 'koi8-u',
      '20932': 'euc-jp',
      '51932': 'euc-jp',
      '51949': 'euc-kr',
      '51936': 'gb18030',
    },
    ...{ '50225': 'iso-2022-kr', '52936': 'hz', '54936': 'gb18030', '65000': 'utf-7', '65001': 'utf-8' },
  }),
)
const codePage = /^(?:cp|ms|windows|ibm)?(\d{4,5})$/

/** Codecs of the package that are no charsets. */
const noCharsets = new Set(['base64', 'hex', 'binary', 'ucs2', 'utf7imap'])

/** Canonical name of a label by the Encoding Standard. */
function standardName(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

function find(label: string): Charset | undefined {
  const bare = label.replace(/^x-/, '')
  const squeezed = bare.replace(/[^a-z0-9]/g, '')
  const page = codePage.exec(squeezed)?.[1] ?? ''
  const named = codePages.get(page)
  if (named !== undefined) return find(named)
  if (/^285\d\d$/.test(page)) return find(`iso-8859-${Number(page) - 28_590}`)
  if (/^eucjp(?:ms|win)$/.test(squeezed)) return find('euc-jp')
  const known = more.get(squeezed)
  if (known) return known
  if (/^(?:iso2022jp|cp5022)/.test(squeezed)) return japanese
  for (const form of [label, bare, bare.replaceAll('_', '-'), squeezed]) {
    const name = standardName(form)
    if (name !== undefined) return renamed.get(name) ?? { reader: 'table', name }
  }
  return noCharsets.has(squeezed) || !iconv.encodingExists(squeezed)
    ? undefined
    : { reader: 'table', name: squeezed }
}

const found = new Map<string, Charset | undefined>()
const MAX_FOUND = 1_000

/** The charset of a label as mails write it, by the rules of the Encoding Standard; undefined for an unknown one. */
export function charsetOf(label: string): Charset | undefined {
  const plain = label.trim().toLowerCase().slice(0, 60)
  if (found.has(plain)) return found.get(plain)
  // Anybody may invent labels.
  if (found.size >= MAX_FOUND) found.clear()
  const charset = plain ? find(plain) : undefined
  found.set(plain, charset)
  return charset
}
