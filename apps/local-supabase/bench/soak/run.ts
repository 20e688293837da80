import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@helpdesk/testing/stack'
import postgres from 'postgres'
import { startSink } from '../../src/test-support/mail-sink'
import { createPeople } from '../people'
import { faults, type Surroundings } from './faults'
import { startPortal } from './portal'
import { writeComments, writeMails, type Written } from './writers'

interface SoakOptions {
  dataDir: string
  disk: string | undefined
  seconds: number
  writers: number
  /** Seconds between two faults. */
  every: number
}

/** Mail writers among the writers. */
const MAIL_WRITERS = 2
/** Milliseconds after a start until its memory is measured first. */
const WARM_UP_MS = 15_000
/** Longest wait for mails after the end: the lease of one whose sender was killed, and a pause. */
const DRAIN_MS = 7 * 60_000

/** Counts those that are missing, and those that are there more than once. */
function compare(expected: readonly string[], found: readonly string[]) {
  const counts = new Map<string, number>()
  for (const each of found) counts.set(each, (counts.get(each) ?? 0) + 1)
  return {
    expected: expected.length,
    lost: expected.filter((each) => !counts.has(each)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
  }
}

/** Writers and faults, until the time is over. @returns figures */
export async function soak({ dataDir, disk, seconds, writers, every }: SoakOptions) {
  const smtpPort = await freePort()
  const first = await startSink(smtpPort)
  const portal = await startPortal(dataDir, `smtp://127.0.0.1:${smtpPort}`)
  const around: Surroundings = { portal, disk, smtpPort, sink: { current: first, got: first.got } }
  const end = Date.now() + seconds * 1000
  const written: Written = { comments: [], replies: [], mails: [] }
  const stuck = new Map<string, number>()
  const refusals = new Map<string, number>()
  const heaps: { mb: number; start: number }[] = []
  let [fault, faultEnded] = ['none', 0]
  const watch = {
    faultEnded: () => faultEnded,
    isOver: () => Date.now() > end,
    took: (ms: number) => stuck.set(fault, Math.max(stuck.get(fault) ?? 0, ms)),
    refused: (text: string) =>
      refusals.set(`${fault}: ${text}`, (refusals.get(`${fault}: ${text}`) ?? 0) + 1),
  }
  const measure = async () => void heaps.push({ mb: await portal.heap(), start: portal.starts() })

  async function breakThings(): Promise<void> {
    const names = Object.keys(faults)
    for (let n = 0; Date.now() + every * 1000 < end; n += 1) {
      await sleep(every * 1000 - WARM_UP_MS)
      await measure().catch((error: unknown) => watch.refused(`heap: ${String(error)}`))
      await sleep(WARM_UP_MS)
      ;[fault, faultEnded] = [names[n % names.length] ?? '', Infinity]
      await faults[fault]?.(around).catch((error: unknown) => watch.refused(`fault: ${String(error)}`))
      faultEnded = Date.now()
    }
  }

  const db = postgres(portal.databaseUrl(), { max: 1, onnotice: () => undefined })
  const people = await createPeople(portal.project, db, writers - MAIL_WRITERS)
  await db.end()
  await Promise.all([
    ...people.map((person) => writeComments(person, written, watch)),
    ...Array.from({ length: MAIL_WRITERS }, () => writeMails(portal.project.smtpUrl, written, watch)),
    breakThings(),
  ])
  await measure().catch(() => undefined)
  const after = postgres(portal.databaseUrl(), { max: 1, onnotice: () => undefined })
  const isPending = async () => {
    const [row] =
      await after`select exists (select from public.notification_outbox where sent_at is null and dropped_at is null) as pending`
    return row?.pending === true
  }
  for (const limit = Date.now() + DRAIN_MS; (await isPending()) && Date.now() < limit;) await sleep(1_000)
  const comments = await after<
    { content: string }[]
  >`select content from public.comments where content like 'Comment %'`
  const mails = await after<{ message_id: string }[]>`
    select message_id from private.mail_messages where state = 'accepted' and message_id like '%@soak.example%'`
  const [outbox] =
    await after`select count(*)::int as unsent from public.notification_outbox where sent_at is null and dropped_at is null`
  await after.end()
  await portal.stop()
  await around.sink.current.close()
  /** The mail of a reply, by its text; the same Message-ID twice is one mail that was sent again. */
  const mailed = around.sink.got.flatMap(({ to, mail }) => {
    const content = /Comment [\w-]{36}/.exec(mail.text ?? '')?.[0] ?? ''
    return written.replies.includes(content) ? [{ content, key: `${content} ${to} ${mail.messageId}` }] : []
  })
  const keys = [...new Set(mailed.map(({ key }) => key))]
  return {
    comments: compare(
      written.comments,
      comments.map(({ content }) => content),
    ),
    mailsIn: compare(
      written.mails.map((id) => id.replace(/[<>]/g, '')),
      mails.map(({ message_id }) => message_id.replace(/[<>]/g, '')),
    ),
    mailsOut: {
      ...compare(
        written.replies,
        keys.map((key) => key.slice(0, 44)),
      ),
      sentAgain: mailed.length - keys.length,
      unsent: Number(outbox?.unsent),
    },
    starts: portal.starts(),
    longestMs: Object.fromEntries(stuck),
    refusals: [...refusals].sort(([, a], [, b]) => b - a).slice(0, 30),
    heaps,
    output: portal.output(),
  }
}
