import { expectAccessibleAtBothWidths, expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember } from '../support/factories'
import { mailToWorkspace } from '../support/mail'
import { expect, newAddress, test } from '../support/portal'
import { openAs } from '../support/session'

test('a mail that answers a colleague alone opens a ticket, which leads to the one before', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const [mia, stamp] = [newAddress('mia'), Date.now().toString(36)]
  const subject = `The door squeaks ${stamp}`
  await mailToWorkspace({ from: mia, subject, text: 'Since Monday.' })
  // Two active ones would look the same.
  await db`update public.tickets set status = 'solved' where subject = ${subject}`
  await mailToWorkspace({
    from: mia,
    subject: `Re: ${subject}`,
    inReplyTo: `<${stamp}@colleague.example>`,
    text: 'Still.',
  })
  const tickets = await db<{ id: string; number: string }[]>`
    select id, number::text from public.tickets where subject in (${subject}, ${`Re: ${subject}`}) order by created_at, number`
  const [first, second] = tickets
  expect(tickets).toHaveLength(2)

  const agent = await newMember('Rita Reader', 'agent')
  await openAs(page, agent.email, `/tickets/${second?.id}`)
  const hint = page.getByText(`Looks like a continuation of #${first?.number} · same subject and people`)
  await expect(hint).toBeVisible()
  await expectAccessibleAtBothWidths(page, 'a ticket that seems to continue another')
  await expectAccessibleInBothSchemes(page, 'a ticket that seems to continue another')
  await page
    .getByRole('link', { name: `#${first?.number}`, exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(new RegExp(`/tickets/${first?.id}`))
  await expect(page.getByText('Since Monday.')).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: `Dismiss: not a continuation of #${first?.number}` }).press('Enter')
  await expect(page.getByText(`Not a continuation of #${first?.number}`)).toBeFocused()
  await page.reload()
  await expect(page.getByText('Still.')).toBeVisible()
  await expect(hint).toHaveCount(0)
})
