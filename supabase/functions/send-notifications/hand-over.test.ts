import { expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'

const tickets = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: `id-${n}`,
    number: 1001 + n,
    subject: `<b>Printer</b> *${n}*`,
  }))
const mail = (kind: string, count: number, message = '') =>
  notificationMail(
    notification({ kind, message, tickets: tickets(count), ticketId: '', ticketSubject: '', references: [] }),
    portal,
  )

it('names the tickets that were handed over, with the note above them', () => {
  const { subject, text, html, replyTo } = mail('assigned_many', 2, 'I am *away*.')
  expect(subject).toBe('2 tickets assigned to you')
  expect(text).toContain(
    `Ada assigned these tickets to you.\n2 tickets assigned to you\n\nI am away.\n\n#1001 <b>Printer</b> *0*: ${portal}/tickets/id-0\n#1002 <b>Printer</b> *1*: ${portal}/tickets/id-1\n\nOpen your tickets: ${portal}/tickets/assigned`,
  )
  expect(html).toContain(`<a href="${portal}/tickets/id-1"`)
  expect(html).toContain('#1002 &lt;b&gt;Printer&lt;/b&gt; *1*</a>')
  expect(html).toContain('<em>away</em>')
  expect(replyTo).toBeUndefined()
})

it('tells a former assignee which tickets are gone', () => {
  const { subject, text } = mail('taken_over_many', 1)
  expect(subject).toBe('1 ticket of yours reassigned')
  expect(text).toContain('Ada reassigned these tickets, which were assigned to you.')
})

it('names fifty tickets, and the number of the others', () => {
  const { text, html } = mail('assigned_many', 200)
  expect(text).toContain('#1050 ')
  expect(text).not.toContain('#1051 ')
  for (const part of [text, html]) expect(part).toContain('and 150 more')
})
