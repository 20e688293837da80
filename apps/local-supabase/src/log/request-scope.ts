import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt } from 'node:crypto'

interface RequestScope {
  id: string
  /** Known once a service has read them. */
  route?: string
  role?: string
  /** What the answer means where its own status says less. */
  status?: number
}

const scopes = new AsyncLocalStorage<RequestScope>()

/** Without letters that are mistaken for digits when somebody reads an id aloud. */
const signs = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9_-]{5,63}$/

/** Such as `7F3K-2Q`: short enough to be read aloud; together with the time of a log entry it is unambiguous. */
function newId(): string {
  const id = Array.from({ length: 6 }, () => signs[randomInt(signs.length)]).join('')
  return `${id.slice(0, 4)}-${id.slice(4)}`
}

/** @param given - the id of a trusted proxy, used if it is well-formed */
export const requestId = (given: string | null): string => (given && wellFormed.test(given) ? given : newId())

/** Runs the work of one request; what it calls finds the request's id. */
export const inRequest = <T>(id: string, work: (scope: RequestScope) => Promise<T>): Promise<T> => {
  const scope: RequestScope = { id }
  return scopes.run(scope, () => work(scope))
}

export const currentRequestId = (): string | undefined => scopes.getStore()?.id

/** Adds what the log says of the current request. */
export function describeRequest(facts: { route?: string; role?: string | undefined; status?: number }): void {
  const scope = scopes.getStore()
  if (!scope) return
  if (facts.route !== undefined) scope.route = facts.route
  if (facts.role !== undefined) scope.role = facts.role
  if (facts.status !== undefined) scope.status = facts.status
}
