const windowMs = 5 * 60_000
const limit = 20
const failures = new Map<string, number[]>()

const recent = (who: string) => (failures.get(who) ?? []).filter((at) => Date.now() - at < windowMs)

/** Guessing a password: after 20 failures within 5 minutes the address has to wait. */
export const tooManyFailures = (who: string) => recent(who).length >= limit

export function noteFailure(who: string): void {
  if (failures.size > 10_000) failures.clear()
  failures.set(who, [...recent(who), Date.now()])
}

export const clearFailures = (who: string) => failures.delete(who)
