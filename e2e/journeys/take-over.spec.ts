import type { Page } from '@playwright/test'
import { db, newMember, newTicket } from '../support/factories'
import { mailsTo } from '../support/mail'
import { expect, otherDevice, test } from '../support/portal'
import { openAs } from '../support/session'

for (const width of [1440, 360])
  test(`two agents take a ticket over at once: one succeeds, and the other and the previous assignee see who, ${width} px`, async ({
    page,
    browser,
  }) => {
    const customer = await newMember('Tess Taken')
    const [holder, first, second] = await Promise.all([
      newMember('Hal Holder', 'agent'),
      newMember('Finn First', 'agent'),
      newMember('Sara Second', 'agent'),
    ])
    const ticket = await newTicket(customer, { assigned_to: holder.id, status: 'pending' })
    const other = await otherDevice(browser)
    for (const each of [page, other]) await each.setViewportSize({ width, height: 740 })
    // Both requests are held until both agents have confirmed.
    let pressed = 0
    let release = () => {}
    const bothPressed = new Promise<void>((resolve) => (release = resolve))
    const confirm = (each: Page) =>
      each.getByRole('form', { name: 'Take over' }).getByRole('button', { name: 'Take over' })
    for (const [each, agent] of [
      [page, first],
      [other, second],
    ] as const) {
      await each.route('**/rest/v1/rpc/take_over_ticket*', async (route) => {
        if (++pressed === 2) release()
        await bothPressed
        await route.continue()
      })
      await openAs(each, agent.email, `/tickets/${ticket}`)
      await each.getByRole('button', { name: 'Take over', exact: true }).click()
      await each.getByLabel('Reason (optional)').fill(`${agent.name} knows this customer`)
    }
    // Awaited from the start, because toasts disappear.
    const refusals = [page, other].map(async (each) => {
      const refusal = each.getByText(/Ticket is already assigned to/)
      await refusal.waitFor()
      return { loser: each, text: await refusal.innerText() }
    })
    await Promise.all([page, other].map((each) => confirm(each).click()))
    const { loser, text } = await Promise.any(refusals)
    const winner = loser === page ? second : first
    expect(text).toContain(winner.name)
    await expect(
      (loser === page ? other : page).getByRole('status').filter({ hasText: 'taken over' }),
    ).toBeVisible()
    const [row] = await db`select assigned_to, status from public.tickets where id = ${ticket}`
    expect(row).toEqual({ assigned_to: winner.id, status: 'pending' })

    // The mail waits until the takeover can no longer be undone.
    await expect
      .poll(async () => (await mailsTo(page, holder.email)).map(({ text: body }) => body), {
        timeout: 60_000,
      })
      .toEqual([expect.stringContaining(`${winner.name} took over a ticket that was assigned to you.`)])
    const [mail] = await mailsTo(page, holder.email)
    expect(mail?.text).toContain(`\n\n${winner.name} knows this customer\n\n`)
    expect(await mailsTo(page, customer.email)).toEqual([])
    await other.context().close()
  })
