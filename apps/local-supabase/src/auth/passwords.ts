import { HttpError } from '../http/http-error'
import { compare, hash } from './bcrypt'
import type { AuthConfig } from './config'

const rounds = 10
/** Compared when there is no account, for the same response time. */
const dummyHash = '$2b$10$wJ6sYk5m1m4mQmXkI3rYDOWcZr1v9l3m1c6VbqkM2nqQJ9n2R8xkS'

export class WeakPassword extends HttpError {
  readonly reasons: string[]

  constructor(message: string, reasons: string[]) {
    super(422, 'weak_password', message)
    this.reasons = reasons
  }
}

export function checkPassword(password: string, config: AuthConfig): void {
  if (Buffer.byteLength(password) > 72) {
    throw new HttpError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
  }
  const messages: string[] = []
  const reasons: string[] = []
  if (password.length < config.passwordLength) {
    messages.push(`Password should be at least ${config.passwordLength} characters.`)
    reasons.push('length')
  }
  if (!config.passwordGroups.every((group) => [...group].some((sign) => password.includes(sign)))) {
    const groups = config.passwordGroups.join(', ')
    messages.push(`Password should contain at least one character of each: ${groups}.`)
    reasons.push('characters')
  }
  if (reasons.length) throw new WeakPassword(messages.join(' '), reasons)
}

/** @param source - who sent the password: an account, a device or an address. They take turns. */
export const hashPassword = (password: string, source: string) => hash(password, rounds, source)

export async function passwordMatches(
  password: string,
  known: string | null | undefined,
  source: string,
): Promise<boolean> {
  const matches = await compare(password, known || dummyHash, source)
  return Boolean(known) && matches
}
