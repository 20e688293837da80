import { z } from 'zod'

/** The input of the check: addresses and keys of a project. */
export interface Target {
  url: string
  publishableKey: string
  /** Needed to read accounts, buckets and the outbox. */
  secretKey?: string
  /** URL of the served portal. */
  portal?: string
  /** Session or direct connection of the project's owner. */
  databaseUrl?: string
  /** The folder `supabase` of this checkout. */
  supabaseDir: string
}

export interface Finding {
  state: 'ok' | 'missing' | 'unknown'
  what: string
  /** What to do about it. */
  todo?: string
}

export const ok = (what: string): Finding => ({ state: 'ok', what })
export const missing = (what: string, todo: string): Finding => ({ state: 'missing', what, todo })
export const unknown = (what: string, todo: string): Finding => ({ state: 'unknown', what, todo })

export type Check = (target: Target) => Promise<Finding[]>

export interface Answer {
  status: number
  headers: Headers
  body: unknown
}

/** Fetches JSON or text without following redirects. Throws after 15 s. */
export async function ask(address: string | URL, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(15_000), ...init })
  const text = await response.text()
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // An HTML page, or an empty body.
  }
  return { status: response.status, headers: response.headers, body }
}

/** Only legacy keys are tokens and sent as bearer. */
export const authHeaders = (key: string): Record<string, string> =>
  key.startsWith('sb_') ? { apikey: key } : { apikey: key, authorization: `Bearer ${key}` }

const coded = z.object({ code: z.string() })
/** The code of a refusal, '' without one. */
export const codeOf = (body: unknown): string => coded.safeParse(body).data?.code ?? ''

/** Includes the cause, because `fetch failed` alone is not helpful. */
export function failure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error instanceof Error ? error.message : String(error)}${cause}`
}
