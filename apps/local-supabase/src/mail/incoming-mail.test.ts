import { randomUUID } from 'node:crypto'
import { clientAs, createUser, startStack, type Stack } from '@helpdesk/testing'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const secret = 'a password of at least 20 characters'
let stack: Stack
beforeAll(async () => {
  stack = await startStack({ env: { RECEIVE_MAIL_SECRET: secret } })
  await createUser(stack, { email: 'ada@example.com', role: 'agent', name: 'Ada' })
}, 90_000)
afterAll(() => stack?.stop())

describe('the workspace', () => {
  it.each(['postmaster', 'Postmaster@LOCALHOST'])('keeps mails to %s where staff finds them', async (to) => {
    const { hostname, port } = new URL(stack.smtpUrl ?? '')
    const subject = `Your SPF record ${randomUUID()}`
    await createTransport({ host: hostname, port: Number(port), ignoreTLS: true }).sendMail({
      envelope: { from: 'ops@other.example', to: [to] },
      raw: `From: ops@other.example\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\nPlease mend it.\r\n`,
    })
    const agent = await clientAs(stack, 'ada@example.com')
    const { data, error } = await agent.rpc('list_unmatched_mails')
    expect(error).toBeNull()
    expect(JSON.stringify(data)).toContain(subject)
  })

  it('refuses mails to the postmaster of another domain', async () => {
    const { hostname, port } = new URL(stack.smtpUrl ?? '')
    const sent = createTransport({ host: hostname, port: Number(port), ignoreTLS: true }).sendMail({
      from: 'ops@other.example',
      to: 'postmaster@elsewhere.example',
      text: 'Hello',
    })
    await expect(sent).rejects.toMatchObject({ responseCode: 550 })
  })

  it('takes a mail with large files at the address for whole mails, like SMTP', async () => {
    const from = `${randomUUID()}@other.example`
    const form = new FormData()
    form.append('recipient', 'support@localhost')
    form.append('sender', from)
    const lines = `${'QUJD'.repeat(19)}\r\n`.repeat(200_000)
    form.append(
      'body-mime',
      `From: ${from}\r\nTo: support@localhost\r\nSubject: Large\r\nContent-Type: application/pdf; name=a.pdf\r\n` +
        `Content-Transfer-Encoding: base64\r\n\r\n${lines}`,
    )
    form.append('attachment', new File([Buffer.alloc(5_000_000)], 'a.bin'))
    const answer = await fetch(`${stack.url}/functions/v1/receive-mail/mime`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`desk:${secret}`)}` },
      body: form,
    })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ results: [{ recipient: 'support@localhost' }] })
  })
})
