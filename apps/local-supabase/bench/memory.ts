import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, sql, type Stack } from '@helpdesk/testing/stack'

/** Megabytes of the services' process, without PostgreSQL. */
export interface MemoryReport {
  idle: number
  /** Peak during one request of 4 kB that names a long column 300 times. */
  oneRequest: number
  /** Peak during six unread responses of 9 MB each, and the memory 5 seconds later. */
  sixUnread: number
  sixUnreadLater: number
}

const COMMENTS = 900
const aliases = Array.from({ length: 300 }, (_, n) => `a${n}:content`).join(',')

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Peak memory of the process during the work. */
async function peakDuring(pid: number, work: Promise<unknown>): Promise<number> {
  const end = { reached: false }
  void work.finally(() => (end.reached = true)).catch(() => {})
  let peak = 0
  do {
    peak = Math.max(peak, await residentMegabytes(pid))
    await sleep(10)
  } while (!end.reached)
  return peak
}

/** Measures the memory of costly requests. Linux only, because it reads /proc. */
export async function measureMemory(stack: Stack): Promise<MemoryReport> {
  const { id, email } = await createUser(stack, { email: `memory-${Date.now()}@example.com` })
  const client = await clientAs(stack, email)
  const { data: ticket, error } = await client
    .from('tickets')
    .insert({ subject: 'Memory', description: 'A ticket with long comments.' })
    .select('id')
    .single()
  if (error) throw error
  const db = sql(stack)
  await db`insert into public.comments (ticket_id, user_id, content)
    select ${ticket.id}, ${id}, ${'word '.repeat(2_000)} from generate_series(1, ${COMMENTS})`
  await db.end()
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const { host, port } = new URL(stack.url)

  function ask(query: string): Socket {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const lines = [
      `GET /rest/v1/comments?${query} HTTP/1.1`,
      `host: ${host}`,
      `apikey: ${stack.publishableKey}`,
      `authorization: Bearer ${token}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    return socket
  }
  const idle = await residentMegabytes(stack.pid)
  const one = ask(`select=${aliases}&limit=100`)
  const answered = new Promise<void>((resolve) => one.once('readable', resolve))
  const oneRequest = await peakDuring(stack.pid, answered)
  one.destroy()
  await sleep(2_000)
  const unread = Array.from({ length: 6 }, () => ask('select=content').pause())
  const sixUnread = await peakDuring(stack.pid, sleep(10_000))
  await sleep(5_000)
  const sixUnreadLater = await residentMegabytes(stack.pid)
  for (const socket of unread) socket.destroy()
  return { idle, oneRequest, sixUnread, sixUnreadLater }
}
