import { beforeAll, expect, it } from 'vitest'
import { fixtures } from '../functions/_shared/received-mail/quotes/fold-quotes.fixtures'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import { commentsOf, numberOf, receive, recordSent, replyAddress, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** Three tickets of one customer, so that ways that disagree can each be followed. */
async function tickets() {
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => insertTicket(people.owner)))
  if (!one || !two || !three) throw new Error('no tickets')
  const copied = stranger()
  for (const ticket of [one, two, three])
    await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${copied})`
  return { one, two, three, copied }
}

it('follows the first of reply address, references and subject, and never into a ticket of somebody else', async () => {
  const { one, two, three, copied } = await tickets()
  const [address, sent, other, tag] = [
    await replyAddress(one),
    await recordSent(two, people.owner.email),
    await recordSent(one, people.owner.email),
    `Re: [#${await numberOf(three)}] Fire`,
  ]
  // Name, values and the ticket that wins.
  const ways: [string, Partial<Parameters<typeof receive>[0]>, string][] = [
    ['address', { to: address }, one],
    ['In-Reply-To', { headers: [`In-Reply-To: <${sent}>`] }, two],
    ['References', { headers: [`References: <${sent}> <x@elsewhere.example>`] }, two],
    ['subject', { subject: tag }, three],
    ['address before references', { to: address, headers: [`In-Reply-To: <${sent}>`] }, one],
    ['address before subject', { to: address, subject: tag }, one],
    ['references before subject', { headers: [`References: <${sent}>`], subject: tag }, two],
    [
      'In-Reply-To before References',
      { headers: [`In-Reply-To: <${other}>`, `References: <${other}> <${sent}>`] },
      one,
    ],
    ['all three', { to: address, headers: [`In-Reply-To: <${sent}>`], subject: tag }, one],
  ]
  const senders: [string, () => string, 'pass' | 'fail' | 'none', boolean][] = [
    ['requester', () => people.owner.email, 'pass', true],
    ['copied', () => copied, 'pass', true],
    ['staff', () => people.agent.email, 'pass', true],
    ['stranger', stranger, 'pass', false],
    ['other customer', () => people.otherCustomer.email, 'pass', false],
    ['forged requester', () => people.owner.email, 'fail', false],
    ['forged staff', () => people.agent.email, 'none', false],
  ]
  let [due, found, foreign, n] = [0, 0, 0, 0]
  const wrong: string[] = []
  // Four rounds: more than a hundred mails are due, and each program's text follows several ways.
  for (const [way, values, wanted] of [...ways, ...ways, ...ways, ...ways])
    for (const [sender, from, verdict, may] of senders) {
      const { text, typed, program } = fixtures[n++ % fixtures.length] ?? {
        text: 'x',
        typed: 'x',
        program: '',
      }
      const mail = await receive({ from: from(), verdict, text: text.replaceAll('\n', '\r\n'), ...values })
      const isIn = mail.ticket_id !== null && [one, two, three].includes(mail.ticket_id)
      if (!may) {
        foreign += Number(isIn)
        continue
      }
      due += 1
      const isRight = mail.ticket_id === wanted && mail.content === typed
      found += Number(isRight)
      if (!isRight) wrong.push(`${way} by ${sender} (${program})`)
      // Another ticket than the first way names is as wrong as none.
      if (isIn && mail.ticket_id !== wanted) foreign += 1
    }
  console.log(
    `Threaded: ${found} of ${due} (${((found / due) * 100).toFixed(1)} %), in a wrong ticket: ${foreign}`,
  )
  expect(due).toBeGreaterThan(100)
  expect(foreign).toBe(0)
  expect(found / due, wrong.join('\n')).toBeGreaterThanOrEqual(0.99)
  const comments = await Promise.all([one, two, three].map(commentsOf))
  expect(comments.flat()).toHaveLength(due)
})

it('tells staff, and no customer, which ticket of somebody else the mail of a new ticket names', async () => {
  const { one } = await tickets()
  const number = await numberOf(one)
  const mail = await receive({ from: people.otherCustomer.email, subject: `Re: [#${number}] Fire` })
  expect(mail.ticket_id).not.toBe(one)
  const read = async (reader: TestUsers['agent']) =>
    (await reader.client.rpc('ticket_mails', { ticket_id: mail.ticket_id ?? '' })).data
  expect(await read(people.agent)).toMatchObject({
    messages: [{ suspected_ticket: { id: one, number: Number(number) } }],
  })
  const own = JSON.stringify(await read(people.otherCustomer))
  expect(own).toContain('"comment_id"')
  expect(own).not.toContain(one)
})
