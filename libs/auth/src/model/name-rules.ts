import * as texts from './texts'

// The rules of the database function `guard_name` that a form can check.

/** Texts of the database. */
export const NAME_TEXTS = {
  symbols: texts.nameSymbols,
  reserved: texts.nameReserved,
} as const

/** Invisible characters, except the two joiners that some scripts need. */
const hidden = /(?![\u200c\u200d])[\p{Cf}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/gu
const symbols = /[\p{Extended_Pictographic}\u2100-\u214f\u2190-\u2bff\u3012\u3013\u3020\u{1f000}-\u{1fbff}]/u

const roles =
  'support admin admins administrator administrators administration helpdesk servicedesk helpline helpcenter help desk staff team agent agents moderator operator official system service services hotline root postmaster webmaster'
const qualifiers =
  'the our your of from and customer client it technical tech account accounts security billing center bot online live chat user department manager'
const roleWords = new Set(roles.split(' '))
const allowedWords = new Set([...roleWords, ...qualifiers.split(' ')])

/** Removes invisible characters and repeated spaces from a name. */
export const cleanName = (name: string): string =>
  name
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(hidden, '')
    .replace(/ +/g, ' ')
    .trim()

export const hasSymbols = (name: string): boolean => symbols.test(name)

/** Whether a name consists only of role words and their qualifiers, such as `The Support Team`. */
export function isRoleName(name: string): boolean {
  const parts = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)
  return parts.some((part) => roleWords.has(part)) && parts.every((part) => allowedWords.has(part))
}
