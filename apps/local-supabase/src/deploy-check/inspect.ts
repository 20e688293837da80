import { checkAuth, checkRedirects } from './auth'
import { checkDatabase } from './database'
import { checkFunctions } from './functions'
import { checkPortal } from './portal'
import { failure, missing, type Check, type Finding, type Target } from './project'
import { checkRealtime } from './realtime'
import { checkReceivedMail } from './received-mail'
import { checkStorage } from './storage'

const parts: [string, Check][] = [
  ['Auth', checkAuth],
  ['Redirects', checkRedirects],
  ['Database', checkDatabase],
  ['Realtime', checkRealtime],
  ['Functions', checkFunctions],
  ['Received mail', checkReceivedMail],
  ['Storage', checkStorage],
  ['Portal', checkPortal],
]

/** Runs the checks one after the other. A check that fails to connect is reported as missing. */
export async function* inspect(target: Target): AsyncGenerator<{ name: string; findings: Finding[] }> {
  for (const [name, check] of parts) {
    const findings = await check(target).catch((error: unknown) => [
      missing(`No answer (${failure(error)})`, 'Check the address, and that the project is not paused.'),
    ])
    yield { name, findings }
  }
}
