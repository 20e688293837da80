import { isDatabaseUnavailable } from '../../http/database-restart'
import type { CallerClaims } from '../../http/types'
import type { Log } from '../../log/log'
import type { Allowed, Authorizer, Extension } from './authorize'

const extensions: readonly Extension[] = ['broadcast', 'presence']

/** `away`: the database could not be asked. */
export type Outcome = 'kept' | 'lost' | 'away'

interface RightsOptions {
  name: string
  isPrivate: boolean
  claims: CallerClaims
  /** What the policies let the caller receive. */
  readable: Allowed
  authorizer: Authorizer
  log: Log
  /** Called with what the policies answered when they were asked again. */
  settle(outcome: Outcome): void
}

/** What a channel's caller may do, as the policies say. */
export class ChannelRights {
  readonly #options: RightsOptions
  #claims: CallerClaims
  #writable: Promise<Allowed> | undefined
  /** Rises with each loss of rights that is announced. */
  #epoch = 0
  #rechecking: Promise<void> | undefined

  constructor(options: RightsOptions) {
    this.#options = options
    this.#claims = options.claims
  }

  get user(): string | undefined {
    return this.#claims.sub
  }
  /** Second at which the token expires. */
  get expiry(): number | undefined {
    const { exp } = this.#claims.raw
    return typeof exp === 'number' ? exp : undefined
  }
  isExpired(now = Date.now()): boolean {
    return this.expiry !== undefined && this.expiry * 1000 <= now
  }
  receives(extension: Extension): boolean {
    return this.#options.readable.has(extension) && !this.isExpired()
  }

  /** Takes the rights of a renewed token, which `recheck` then asks for. */
  renew(claims: CallerClaims): void {
    this.#claims = claims
  }

  /** Asks the policies again. */
  recheck(): Promise<void> {
    this.#writable = undefined
    if (!this.#options.isPrivate) return Promise.resolve()
    this.#epoch += 1
    this.#rechecking ??= this.#askAgain()
    return this.#rechecking
  }

  async #askAgain(): Promise<void> {
    let outcome: Outcome
    let epoch
    do {
      epoch = this.#epoch
      outcome = await this.#ask()
      // An answer may be older than a loss that was announced meanwhile.
    } while (epoch !== this.#epoch)
    this.#rechecking = undefined
    this.#options.settle(outcome)
  }

  async #ask(): Promise<Outcome> {
    const { authorizer, name, readable: before, log } = this.#options
    try {
      const readable = await authorizer.readable(this.#claims, name, extensions)
      return [...before].every((extension) => readable.has(extension)) ? 'kept' : 'lost'
    } catch (error) {
      if (isDatabaseUnavailable(error)) return 'away'
      log(`realtime: rights could not be checked: ${String(error)}`, { level: 'error' })
      return 'lost'
    }
  }

  async mayWrite(extension: Extension): Promise<boolean> {
    const { authorizer, name, isPrivate } = this.#options
    if (this.isExpired()) return false
    if (!isPrivate) return true
    await this.#rechecking
    const asked = (this.#writable ??= authorizer.writable(this.#claims, name, extensions))
    const writable = await asked
    return asked === this.#writable ? writable.has(extension) : this.mayWrite(extension)
  }
}
