import * as texts from './texts'

/** A file of a build with line and column; the address before it may hold data. */
const PLACE = /\bassets\/([\w.-]+\.js:\d+:\d+)/

/**
 * Name of a thrown value and the first place of its stack in our own code. Its message may hold data and is left out.
 * @returns for example `TypeError AgentTickets-3f9c2a1b.js:1:2345`
 */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return texts.thrownValue
  const name = /^[A-Za-z]\w{0,29}$/.test(error.name) ? error.name : 'Error'
  const place = PLACE.exec(error.stack ?? '')?.[1]
  return place && place.length <= 48 ? `${name} ${place}` : name
}

/** The family of a browser; more would help to identify a person. */
export function browserFamily(userAgent: string): 'chromium' | 'firefox' | 'safari' | 'other' {
  if (/Firefox\//.test(userAgent)) return 'firefox'
  if (/Chrom(e|ium)\//.test(userAgent)) return 'chromium'
  return /Safari\//.test(userAgent) ? 'safari' : 'other'
}
