import { beforeAll, describe, expect, it } from 'vitest'
import type { RunTask } from '../functions/_shared/task'
import { createUsers, db, type TestUsers } from './support/backend'
import { deliver, environment, rawMail, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** Fails for each task whose input is not marked as the header alone. */
const failing =
  (error: Error): RunTask =>
  async (task, ...input) => {
    const isHeaderOnly = input.some(
      (value) => value !== null && typeof value === 'object' && 'isHeaderOnly' in value,
    )
    if (!isHeaderOnly) throw error
    return task.run(...input)
  }

const unread = 'This email could not be read. The original is available.'

async function filedOf(from: string) {
  const [row] = await db<{ id: string; state: string; content: string; kept: boolean }[]>`
    select id, state, content, original_path is not null as kept from private.mail_messages where from_address = ${from}`
  return row
}

async function show(mailId: string) {
  const body = { action: 'show', mailId }
  const { data, error } = await people.agent.client.functions.invoke('staff-mail', { body })
  expect(error).toBeNull()
  return data
}

describe('a mail that cannot be read', () => {
  it.each([
    ['by the deadline', Object.assign(new Error('too long'), { name: 'TaskTimeout' })],
    ['without a failure', new RangeError('Maximum call stack size exceeded')],
  ])('%s is filed once by its header, with its original', async (_name, error) => {
    const from = stranger()
    const answer = await deliver(rawMail({ from }), {}, environment, failing(error))
    expect(answer).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    const filed = await filedOf(from)
    expect(filed).toMatchObject({ state: 'accepted', content: unread, kept: true })
    expect(await show(filed?.id ?? '')).toMatchObject({ text: expect.stringContaining('Smoke comes out') })
  })

  it('now, because too many others are being read, is sent again and then read', async () => {
    const from = stranger()
    const refused = failing(Object.assign(new Error('too many'), { name: 'TaskRefused' }))
    const answer = await deliver(rawMail({ from }), {}, environment, refused)
    expect(answer.status).toBe(503)
    expect(await filedOf(from)).toBeUndefined()
    expect(await deliver(rawMail({ from }))).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    expect((await filedOf(from))?.content).toContain('Smoke comes out')
  })

  it('for its many lines is shown to staff by its source', async () => {
    const from = stranger()
    const raw = rawMail({ from, text: `Read me.\r\n${'a\r\n'.repeat(60_000)}` })
    expect(await deliver(raw)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    const filed = await filedOf(from)
    expect(filed).toMatchObject({ content: unread, kept: true })
    const { html, text, headers } = await show(filed?.id ?? '')
    expect(html).toBe('')
    expect(text).toMatch(/^Authentication-Results: [^]*\r\n\r\nRead me\.\r\na\r\n/)
    expect(headers).toContainEqual({ name: 'From', value: from })
  })
})

it('a mail that names 120 people at long domains outside ASCII is filed', async () => {
  const at = (n: number) =>
    String.fromCodePoint(...Array.from({ length: 230 }, (_, at) => 0x4e00 + at + 91 * n))
  const line = (from: number) =>
    `Cc: ${Array.from({ length: 60 }, (_, n) => `p${n}@${at(from + n)}.example`).join(', ')}`
  const raw = rawMail({ from: stranger(), headers: [line(0), line(60)] })
  expect(await deliver(raw)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
})
