import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { createGuard } from '../guard'
import { errorCode } from '../error-code'

/** Resolves when a part works. Throws Unhealthy with the reason otherwise. */
export type Check = () => Promise<void>

/** Its message is public: what is wrong, without addresses, paths and secrets. */
export class Unhealthy extends Error {}

/** Seconds that a due mail may wait: a sender runs every half minute. */
const MAXIMUM_WAIT = 600
const CONNECT_MS = 3_000

/** @param code - of an error, such as ECONNREFUSED or 57P03 */
const because = (text: string, error: unknown) => {
  const code = errorCode(error)
  return new Unhealthy(/^\w{1,30}$/.test(code) ? `${text} (${code}).` : `${text}.`)
}

export const checkDatabase =
  (sql: Sql): Check =>
  async () => {
    await sql`select 1`.catch((error: unknown) => {
      throw because('The database does not answer', error)
    })
  }

/** @param open - sends a request that every visitor may send */
export const checkDataApi =
  (open: () => Promise<Response>): Check =>
  async () => {
    const response = await open()
    await response.body?.cancel()
    if (response.status >= 500) throw new Unhealthy(`The data API answers ${response.status}.`)
  }

/** @param folder - of the stored files */
export const checkStorage =
  (folder: string): Check =>
  async () => {
    const probe = join(folder, `.probe-${randomUUID()}`)
    try {
      // Missing until the first file is stored.
      await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error
      })
      await writeFile(probe, 'x')
    } catch (error) {
      throw because('Files cannot be written', error)
    } finally {
      await rm(probe, { force: true }).catch(() => {})
    }
  }

/** @param what - begins the reason, such as `The mail server` */
export const checkPort =
  (what: string, port: number, host = '127.0.0.1'): Check =>
  () =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, timeout: CONNECT_MS })
      const fail = (error?: unknown) => {
        socket.destroy()
        reject(because(`${what} does not answer`, error))
      }
      const guard = createGuard({ name: 'health' })
      socket.once('timeout', guard(fail))
      socket.once('error', guard(fail))
      socket.once(
        'connect',
        guard(() => {
          socket.destroy()
          resolve()
        }),
      )
    })

/** The mail server of SMTP_URL. */
export function checkMailServer(smtpUrl: string): Check {
  const { protocol, hostname, port } = new URL(smtpUrl)
  return checkPort('The mail server', Number(port || (protocol === 'smtps:' ? 465 : 587)), hostname)
}

/** Seconds since the oldest due mail should have been sent, and how many wait. */
export async function readBacklog(sql: Sql): Promise<{ waiting: number; seconds: number }> {
  const [row] = await sql<{ waiting: number; seconds: number }[]>`
    select count(*)::int as waiting, coalesce(extract(epoch from now() - min(next_attempt_at)
      filter (where next_attempt_at <= now())), 0)::int as seconds
    from public.notification_outbox where sent_at is null and dropped_at is null`
  return row ?? { waiting: 0, seconds: 0 }
}

export const checkBacklog =
  (sql: Sql): Check =>
  async () => {
    const { waiting, seconds } = await readBacklog(sql).catch((error: unknown) => {
      throw because('The outbox cannot be read', error)
    })
    if (seconds > MAXIMUM_WAIT)
      throw new Unhealthy(
        `Mails are not sent: ${waiting} wait, the oldest for ${Math.floor(seconds / 60)} minutes.`,
      )
  }
