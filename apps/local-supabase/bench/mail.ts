/**
 * Mails through the function `receive-mail`: npm run bench:mail -- [mails a second] [seconds] [--restart]
 * A fifth of them answer an earlier mail of the same sender. `--restart` kills the database at half time. Prints how long
 * each took, and ends with 1 when a mail was lost, doubled or refused.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startStack } from '@helpdesk/testing/stack'
import postgres from 'postgres'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { restart: { type: 'boolean', default: false } },
})
const [rate = 100, seconds = 60] = positionals.map(Number)
const wanted = rate * seconds
if (!Number.isInteger(wanted) || wanted < 1)
  throw new Error('Usage: npm run bench:mail -- [mails a second] [seconds] [--restart]')

const stack = await startStack({ seed: 'empty' })
const secret = createHmac('sha256', stack.secretKey).update('receive-mail').digest('hex')
const envelope = '{"to":["support@localhost"],"from":"bench@customer.example"}'

/** @returns the status, 0 without an answer */
async function deliver(raw: string): Promise<number> {
  const time = Math.floor(Date.now() / 1000)
  const nonce = randomUUID()
  const text = `${time}.${nonce}.${envelope}.${createHash('sha256').update(raw).digest('hex')}`
  const headers = {
    'content-type': 'message/rfc822',
    authorization: `Bearer ${stack.secretKey}`,
    'x-mail-envelope': envelope,
    'x-mail-signature': `t=${time},n=${nonce},v1=${createHmac('sha256', secret).update(text).digest('hex')}`,
  }
  const request = { method: 'POST', headers, body: raw }
  const response = await fetch(`${stack.url}/functions/v1/receive-mail`, request).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status ?? 0
}

const ids: string[] = []
function nextMail(n: number): string {
  const earlier = n % 5 === 4 ? ids[n - 4] : undefined
  const sender = earlier ? n - 4 : n
  ids[n] = `${n}.${randomUUID()}@customer.example`
  return [
    `From: Sender ${sender} <sender${sender}@customer.example>`,
    'To: support@localhost',
    `Subject: Mail ${n}`,
    `Message-ID: <${ids[n]}>`,
    ...(earlier ? [`In-Reply-To: <${earlier}>`] : []),
    '',
    `This is mail ${n}.`,
  ].join('\r\n')
}

const took: number[] = []
/** Number of answers by their status. */
const answers: Record<number, number> = {}
let refused = 0
let repeats = 0
async function send(n: number): Promise<void> {
  const raw = nextMail(n)
  const began = performance.now()
  // As a mail server: what was not stored is sent again.
  for (let pause = 200; ; pause *= 2) {
    const status = await deliver(raw)
    answers[status] = (answers[status] ?? 0) + 1
    if (status === 200) break
    if (status !== 0 && status < 500 && status !== 429) {
      refused += 1
      return
    }
    repeats += 1
    await sleep(Math.min(pause, 5_000))
  }
  took.push(performance.now() - began)
}

/** As when the machine runs out of memory. The backend starts the database again. */
async function killDatabase(): Promise<void> {
  const file = await readFile(join(stack.dataDir, 'postgres/postmaster.pid'), 'utf8')
  process.kill(Number(file.split('\n')[0]), 'SIGKILL')
}

const began = performance.now()
const sent: Promise<void>[] = []
for (let n = 0; n < wanted; n += 1) {
  const due = (n / rate) * 1000 - (performance.now() - began)
  if (due > 1) await sleep(due)
  if (values.restart && n === Math.floor(wanted / 2)) await killDatabase()
  sent.push(send(n))
}
await Promise.all(sent)
const duration = (performance.now() - began) / 1000
const db = postgres(stack.databaseUrl, { max: 1 })
const [stored] = await db<{ mails: number; messages: number; tickets: number; comments: number }[]>`
  select (select count(*)::int from private.mail_messages where state = 'accepted') as mails,
    (select count(distinct message_id)::int from private.mail_messages) as messages,
    (select count(*)::int from public.tickets where source = 'mail') as tickets,
    (select count(*)::int from public.comments where source = 'mail') as comments`
const unfiled = await db`
  select m.state, m.reason, m.subject, m.content from private.mail_messages m where m.state <> 'accepted' limit 20`
await db.end()
await stack.stop()
if (unfiled.length > 0) console.log(unfiled)
took.sort((a, b) => a - b)
const at = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0)
console.log({
  wanted,
  stored,
  refused,
  answers,
  repeats,
  seconds: Math.round(duration),
  aSecond: Math.round(took.length / duration),
  median: at(0.5),
  p95: at(0.95),
})
const checks = {
  'each mail is stored once': stored?.mails === wanted && stored.messages === wanted,
  'each mail is a ticket or a comment': stored !== undefined && stored.tickets + stored.comments === wanted,
  'no mail is refused': refused === 0,
  ...(values.restart && { 'mails were sent again after the restart': repeats > 0 }),
}
for (const [what, holds] of Object.entries(checks)) console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`)
process.exitCode = Object.values(checks).every(Boolean) ? 0 : 1
