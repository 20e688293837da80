import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler } from '../functions/staff-mail/handler'
import { createUsers, db, insertTicket, stack, type TestUsers } from './support/backend'
import { environment, receive, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
// Later files compare tables before and after, while the backend sends what is due.
afterAll(
  async () =>
    void (await db`delete from public.notification_outbox where kind = 'refused_files' and sent_at is null`),
)

/** Bytes that no decoding as text leaves as they are. */
const bytes = Uint8Array.from(
  { length: 3_000 },
  (_, n) => (n < 4 ? [0x50, 0x4b, 3, 4][n] : (n * 7) % 256) ?? 0,
)
const base64 = (content: Uint8Array | string) =>
  Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')

const part = (headers: string[], body: string) => [...headers, '', body].join('\r\n')
const file = (name: string, type: string, content: Uint8Array | string) =>
  part(
    [
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
    ],
    base64(content),
  )

const mixed = { headers: ['Content-Type: multipart/mixed; boundary=b'] }
const body = (...parts: string[]) =>
  [
    ...['Content-Type: text/plain\r\n\r\nSee the parts.', ...parts].map((each) => `--b\r\n${each}`),
    '--b--',
  ].join('\r\n')

const sheet = file('report.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', bytes)
const mailWith = (...parts: string[]) => receive({ from: stranger(), ...mixed, text: body(...parts) })

/** Calls the function as a browser does, to see its headers. */
async function call(token: string | undefined, values: object) {
  const response = await fetch(`${stack.url}/functions/v1/staff-mail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(values),
  })
  return { response, content: new Uint8Array(await response.arrayBuffer()) }
}
const tokenOf = async (person: TestUsers['agent']) => {
  const { data } = await person.client.auth.getSession()
  return data.session?.access_token
}
const download = async (mailId: string, path: number[] = [], person = people.agent) =>
  call(await tokenOf(person), { action: 'download', mailId, part: path })

describe('a file that is no file of the ticket', () => {
  it('is listed for staff with its size, and downloaded byte for byte', async () => {
    const mail = await mailWith(sheet)
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: mail.ticket_id ?? '' })
    expect(data).toMatchObject({ messages: [{ parts: [{ index: 0, name: 'report.xlsx', size: 3_000 }] }] })
    const { response, content } = await download(mail.id, [0])
    expect(response.status).toBe(200)
    expect(Buffer.from(content).equals(Buffer.from(bytes))).toBe(true)
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''report.xlsx")
  })

  it.each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['drawing.svg', 'image/svg+xml', '<svg onload="alert(1)"/>'],
    ['script.js', 'text/javascript', 'alert(1)'],
    ['report.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ])('%s cannot run in the origin of the portal', async (name, type, content) => {
    const mail = await mailWith(file(name, type, content))
    for (const path of [[0], []]) {
      const { response } = await download(mail.id, path)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': expect.stringMatching(/^attachment; /),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      })
    }
  })

  it('is not listed when it is a file of the ticket', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')
    const mail = await mailWith(file('photo.png', 'image/png', png), sheet)
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: mail.ticket_id ?? '' })
    expect(data.messages[0].parts.map(({ name }: { name: string }) => name)).toEqual(['report.xlsx'])
  })

  it('is a file of the ticket where the workspace accepts its type; an invitation is listed all the same', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Demo\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'
    const invitation = file('invite.ics', 'text/calendar', calendar)
    const said = async (ticket: string | null) =>
      (await db<{ description: string }[]>`select description from public.tickets where id = ${ticket}`)[0]
        ?.description
    const filesOf = async (ticket: string | null) =>
      (await db`select file_name from public.attachments where ticket_id = ${ticket} order by 1`).map(
        (row) => row.file_name,
      )
    const partsOf = async (ticket: string | null) => {
      const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket ?? '' })
      return data.messages[0].parts.map(({ name }: { name: string }) => name)
    }
    const refused = await mailWith(sheet, invitation)
    expect(await said(refused.ticket_id)).toBe(
      'See the parts.\n\nNot attached: report.xlsx (type not accepted)',
    )
    expect(await filesOf(refused.ticket_id)).toEqual([])
    expect(await partsOf(refused.ticket_id)).toEqual(['report.xlsx', 'invite.ics'])
    await db`update public.workspace_settings set file_types = '{ics,xlsx}'`
    try {
      const accepted = await mailWith(sheet, invitation)
      expect(await said(accepted.ticket_id)).toBe('See the parts.')
      expect(await filesOf(accepted.ticket_id)).toEqual(['invite.ics', 'report.xlsx'])
      expect(await partsOf(accepted.ticket_id)).toEqual(['invite.ics'])
    } finally {
      await db`update public.workspace_settings set file_types = default`
    }
  })

  it('beyond the number of files is listed', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64')
    const mail = await mailWith(...Array.from({ length: 60 }, (_, n) => file(`p${n}.png`, 'image/png', png)))
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: mail.ticket_id ?? '' })
    expect(data.messages[0].parts).toHaveLength(55)
    expect(data.messages[0].parts.at(-1)).toMatchObject({ index: 59, name: 'p59.png' })
  })
})

describe('the original', () => {
  it('is downloaded byte for byte under its subject', async () => {
    const mail = await receive({
      from: stranger(),
      subject: 'Grüße: "50 %" off',
      ...mixed,
      text: body(sheet),
    })
    const { response, content } = await download(mail.id)
    const name = decodeURIComponent(response.headers.get('content-disposition')?.split("''")[1] ?? '')
    expect(name).toBe('Grüße_ _50 %_ off.eml')
    const [row] = await db<{ path: string; size: number }[]>`
      select original_path as path, size from private.mail_messages where id = ${mail.id}`
    expect(content.length).toBe(row?.size)
    expect(`${createHash('sha256').update(content).digest('hex')}.eml`).toBe(row?.path)
  })

  it('is gone with its ticket, and what was in it is forgotten with a discarded mail', async () => {
    const mail = await mailWith(sheet)
    await db`delete from public.tickets where id = ${mail.ticket_id}`
    expect((await download(mail.id)).response.status).toBe(404)
    expect((await download(mail.id, [0])).response.status).toBe(404)

    const other = await mailWith(sheet)
    await db`update private.mail_messages set state = 'unmatched', ticket_id = null where id = ${other.id}`
    await people.agent.client.rpc('discard_mail', { mail_id: other.id })
    const [row] = await db`select parts from private.mail_messages where id = ${other.id}`
    expect(row).toEqual({ parts: [] })
    expect((await download(other.id, [0])).response.status).toBe(404)
  })
})

describe('parts and originals', () => {
  it('are given to staff alone', async () => {
    const mail = await receive({ from: people.owner.email, ...mixed, text: body(sheet) })
    for (const person of [people.agent, people.otherAgent, people.admin]) {
      expect((await download(mail.id, [0], person)).response.status).toBe(200)
      expect((await download(mail.id, [], person)).response.status).toBe(200)
    }
    const customers = [people.owner, people.otherCustomer]
    const values = [{ action: 'download' }, { action: 'download', part: [0] }, { action: 'show', part: [0] }]
    for (const each of values) {
      for (const customer of customers) {
        const { response, content } = await call(await tokenOf(customer), { ...each, mailId: mail.id })
        expect([400, 403]).toContain(response.status)
        expect(new TextDecoder().decode(content)).toContain('agent_required')
      }
      expect((await call(undefined, { ...each, mailId: mail.id })).response.status).toBe(401)
      expect((await call(stack.publishableKey, { ...each, mailId: mail.id })).response.status).toBe(401)
    }
    const { data } = await people.owner.client.rpc('ticket_mails', { ticket_id: mail.ticket_id ?? '' })
    expect(JSON.stringify(data)).not.toContain('parts')
    expect((await people.owner.client.storage.from('mail-originals').list()).data).toEqual([])
  })

  it('are found at their own place alone', async () => {
    const mail = await mailWith(sheet)
    const other = await insertTicket(people.owner)
    expect((await people.agent.client.rpc('ticket_mails', { ticket_id: other })).data.messages).toEqual([])
    for (const [path, status] of [
      [[1], 404],
      [[0, 0], 404],
      [[-1], 400],
      [['0'], 400],
      [Array.from({ length: 7 }, () => 0), 400],
    ] as const) {
      const { response } = await call(await tokenOf(people.agent), {
        action: 'download',
        mailId: mail.id,
        part: path,
      })
      expect(response.status, JSON.stringify(path)).toBe(status)
    }
  })
})

describe('a part that takes too long', () => {
  const ask = async (values: object, name: string) => {
    const request = new Request('http://function/', {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(people.agent)}` },
      body: JSON.stringify(values),
    })
    const run = () => Promise.reject(Object.assign(new Error('late'), { name }))
    const response = await handler(request, { ...environment, SUPABASE_ANON_KEY: stack.publishableKey }, run)
    return { status: response.status, ...(await response.json()) }
  }

  it.each(['show', 'download'])('leaves the original: %s', async (action) => {
    const mail = await mailWith(sheet)
    const values = { action, mailId: mail.id, part: [0] }
    expect(await ask(values, 'TaskTimeout')).toMatchObject({ status: 422, code: 'part_unreadable' })
    expect(await ask(values, 'TaskRefused')).toMatchObject({ status: 503, code: 'try_again' })
  })
})
