import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)

/** Text of the files below a folder, without tests. */
export function readFiles(folder: string, extension: string): string {
  const names = readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
  const wanted = names.filter((name) => name.endsWith(extension) && !name.includes('.test.'))
  return wanted.map((name) => readFileSync(new URL(`${folder}/${name}`, root), 'utf8')).join('\n')
}

const quoted = (text: string): string[] => [...text.matchAll(/'([a-z][a-z0-9_]+)'/g)].map(([, code]) => code!)
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found]) => found!)

/** The statements of SQL that raise an error; notices and warnings reach nobody. */
export const raisesIn = (sql: string): string[] =>
  all(sql.replace(/--.*$/gm, ''), /\braise\s+((?:exception|sqlstate)\b(?:'(?:[^']|'')*'|[^';])*);/g)

/** The codes of one raise: `detail = 'code'`, or those that a `case` chooses from. */
export function codesOf(raise: string): string[] {
  const [, detail = ''] = /\bdetail = (.*)$/s.exec(raise) ?? []
  if (detail.startsWith('case'))
    return [...detail.matchAll(/(?:then|else)\s+'(\w+)'/g)].map(([, code]) => code!)
  return quoted(detail).slice(0, detail.startsWith("'") ? 1 : 0)
}

/** Codes that functions of the database answer for one of several tickets or addresses, or record for a mail. */
export const codesInAnswers = (sql: string): string[] => [
  ...all(sql, /\bcode := '(\w+)'/g),
  ...all(sql, /execute function private\.limit_writes\('(\w+)'\)/g).map((kind) => `${kind}_limit`),
  ...(/\bcode := case(.*?)\bend;/s.exec(sql)?.[1] ?? '')
    .split('then')
    .slice(1)
    .flatMap((part) => quoted(part).slice(0, 1)),
  ...all(/function private\.mail_refusal.*?\$\$;/s.exec(sql)?.[0] ?? '', /return '(\w+)'/g),
  ...all(sql, /new\.error := '(\w+)'/g),
]

/** Codes of answers that code of a server writes: `new HttpError(404, 'code', …)`, `failure(400, '…', 'code')`. */
export const codesOfAnswers = (code: string): string[] => [
  ...all(code, /new HttpError\([^,]+,\s*'(\w+)'/g),
  ...all(code, /\bfailure\(\s*\w+,\s*'[^']*',\s*'(\w+)'/g),
  ...all(code, /\bsuper\(\d+,\s*'(\w+)'/g),
  ...all(code, /\bcode: '([a-z]+_[a-z_]+)'/g),
]
