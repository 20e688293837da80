import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import {
  commentsOf,
  deliver,
  HOST,
  numberOf,
  personWith,
  rawMail,
  receive,
  replyAddress,
  stranger,
} from '../support/mail'
import { namedTicket, ways } from './support/named-ticket'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe.each(ways)('a mail that names the ticket by %s', (way) => {
  it('of a stranger does not enter it', async () => {
    const { ticket, ways } = await namedTicket(people)
    const mail = await receive({ from: stranger(), ...ways[way] })
    expect(mail.ticket_id).not.toBe(ticket)
    expect(mail.suspected_ticket_id).toBe(ticket)
    expect([...(await commentsOf(ticket))]).toEqual([])
  })

  it('of another customer does not enter it', async () => {
    const { ticket, ways } = await namedTicket(people)
    const mail = await receive({ from: people.otherCustomer.email, ...ways[way] })
    expect(mail.ticket_id).not.toBe(ticket)
    expect([...(await commentsOf(ticket))]).toEqual([])
  })

  it.each([
    ['failed', 'fail'],
    ['of staff that proves nothing', 'none'],
  ] as const)('with an authentication that %s does not enter it', async (_name, verdict) => {
    const { ticket, ways } = await namedTicket(people)
    const from = verdict === 'none' ? people.agent.email : people.owner.email
    const mail = await receive({ from, verdict, ...ways[way] })
    expect(mail).toMatchObject({
      state: 'unmatched',
      ticket_id: null,
      suspected_ticket_id: ticket,
      reply: null,
    })
    expect([...(await commentsOf(ticket))]).toEqual([])
  })
})

describe('a forged mail', () => {
  it('cannot bring its own results: only the topmost of the configured host counts', async () => {
    const { ticket, ways } = await namedTicket(people)
    const forged = `Authentication-Results: ${HOST}; spf=pass smtp.mailfrom=example.com; dmarc=pass header.from=example.com`
    for (const verdict of ['fail', null] as const) {
      const headers = verdict ? [forged] : [forged.replace(HOST, 'mx.attacker.example')]
      const mail = await receive({
        from: people.agent.email,
        verdict,
        headers,
        to: ways['the reply address'].to,
      })
      expect(mail.state).toBe('unmatched')
    }
    expect([...(await commentsOf(ticket))]).toEqual([])
  })

  it('cannot use a guessed number where the host found nothing', async () => {
    const { ticket, ways } = await namedTicket(people)
    const mail = await receive({
      from: people.owner.email,
      verdict: 'none',
      ...ways['the number in the subject'],
    })
    expect(mail).toMatchObject({ state: 'unmatched', suspected_ticket_id: ticket })
  })

  it('with two senders or two From lines has none', async () => {
    const { ways } = await namedTicket(people)
    const headers = [`From: ${people.owner.email}`]
    expect(await receive({ from: stranger(), headers, ...ways['the reply address'] })).toMatchObject({
      reason: 'no_sender',
    })
    const from = `${people.owner.email}, ${stranger()}`
    expect(await receive({ from, ...ways['the reply address'] })).toMatchObject({ reason: 'no_sender' })
  })

  it('does not replace an account that waits for its confirmation', async () => {
    const from = stranger()
    const id = randomUUID()
    await db`insert into auth.users (id, email, is_sso_user) values (${id}, ${from}, false)`
    expect(await receive({ from, verdict: 'none' })).toMatchObject({
      state: 'unmatched',
      reason: 'unconfirmed_account',
    })
    expect((await personWith(from))?.id).toBe(id)
  })

  it('adds nobody to the copies of a ticket', async () => {
    const { ticket, ways } = await namedTicket(people)
    await receive({
      from: people.owner.email,
      verdict: 'none',
      headers: [`Cc: ${stranger()}`],
      ...ways['the number in the subject'],
    })
    expect([...(await db`select 1 from public.ticket_participants where ticket_id = ${ticket}`)]).toEqual([])
  })
})

describe('reply addresses', () => {
  it('of another ticket, with a changed number or code, name nothing', async () => {
    const { ticket } = await namedTicket(people)
    const other = await insertTicket(people.otherCustomer)
    const address = await replyAddress(ticket)
    const swapped = address.replace(/\+\d+/, `+${await numberOf(other)}`)
    const bent = address.replace(/\.(.)/, (_, digit: string) => `.${digit === 'a' ? 'b' : 'a'}`)
    for (const to of [swapped, bent]) {
      const mail = await receive({ from: people.otherCustomer.email, to })
      expect(mail).toMatchObject({ via: null, suspected_ticket_id: null })
      expect([ticket, other]).not.toContain(mail.ticket_id)
    }
  })

  it('stop working for people who were removed from the copies', async () => {
    const { ticket } = await namedTicket(people)
    const address = stranger()
    await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${address})`
    const to = await replyAddress(ticket)
    expect(await receive({ from: address, to })).toMatchObject({ state: 'accepted', ticket_id: ticket })
    await db`delete from public.ticket_participants where ticket_id = ${ticket}`
    expect(await receive({ from: address, to })).toMatchObject({
      state: 'unmatched',
      suspected_ticket_id: ticket,
    })
  })
})

describe('requests', () => {
  it('without a signature, with a wrong or a used one are refused', async () => {
    const raw = rawMail({ from: stranger() })
    const { handler } = await import('../../functions/receive-mail/handler')
    const { environment, secret } = await import('../support/mail')
    const { signMail } = await import('../../functions/receive-mail/signature')
    const bytes = new TextEncoder().encode(raw)
    const envelope = '{"to":["support@localhost"]}'
    const send = async (signature: string, body = raw, sent = envelope) => {
      const headers = {
        'content-type': 'message/rfc822',
        'x-mail-envelope': sent,
        ...(signature ? { 'x-mail-signature': signature } : {}),
      }
      return (await handler(new Request('http://function/', { method: 'POST', headers, body }), environment))
        .status
    }
    expect(await send('')).toBe(401)
    expect(await send(await signMail('0'.repeat(32), envelope, bytes))).toBe(401)
    expect(await send(await signMail(secret, envelope, bytes, Date.now() - 600_000))).toBe(401)
    const signature = await signMail(secret, envelope, bytes)
    expect(await send(signature, `${raw}!`)).toBe(401)
    expect(await send(signature, raw, '{"to":["support@localhost"],"signedInAs":"admin@example.com"}')).toBe(
      401,
    )
    expect(await send(signature)).toBe(200)
    expect(await send(signature)).toBe(409)
  })

  it('with more than 25 MB are refused', async () => {
    const raw = rawMail({ from: stranger(), text: `${'x'.repeat(998)}\r\n`.repeat(26_500) })
    expect(await deliver(raw)).toMatchObject({ status: 413, code: 'mail_too_large' })
  })
})
