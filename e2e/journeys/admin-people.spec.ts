import type { Browser, Page } from '@playwright/test'
import { startStack } from '@helpdesk/testing/stack'
import { expectAccessibleInBothSchemes } from '../support/accessible'
import { db, newMember, newTicket } from '../support/factories'
import {
  clickUnlessSignedOut,
  expect,
  fillSignIn,
  fillSignUp,
  newAddress,
  people,
  otherDevice,
  test,
} from '../support/portal'
import { newestLink } from '../support/mail'
import { openAs, startSession } from '../support/session'

// Each journey signs in several people.
test.describe.configure({ timeout: 150_000 })

/** Signs in on another device. */
async function openElsewhere(browser: Browser, email: string): Promise<Page> {
  const page = await otherDevice(browser)
  await openAs(page, email)
  return page
}

async function openInvites(page: Page): Promise<void> {
  await openAs(page, (await newMember('Ines Inviter', 'admin')).email, '/admin/invites')
}

async function invite(page: Page, addresses: string, role = 'Agent'): Promise<void> {
  await page.getByLabel('Email addresses').fill(addresses)
  await page.getByRole('combobox', { name: 'Role' }).selectOption(role)
  await page.getByRole('button', { name: /^Send (\d+ )?invites?$/ }).click()
}

const results = (page: Page) => page.getByRole('region', { name: 'Results' })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).first()

async function manage(page: Page, search: string, name: string) {
  await page.goto(`/admin/users?q=${encodeURIComponent(search)}`)
  await page.getByRole('button', { name: `Manage ${name}` }).click()
  return page.getByRole('dialog', { name })
}

const myTickets = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^My Tickets/ })

test('an invite leads by mail and sign-up to the agent dashboard, once', async ({ page, browser }) => {
  await openInvites(page)
  const email = newAddress('ivy')
  await invite(page, email)
  await expect(results(page).getByRole('heading', { name: '1 invited' })).toBeVisible()
  await expect(rowOf(page, email)).toContainText('Pending')

  const link = await newestLink(page, email, /invited to join/, /https?:\/\/\S+\/auth\/signup\?token=\S+/)
  await expect(results(page).getByText(link)).toBeVisible()

  const ivy = await otherDevice(browser)
  await ivy.goto(link)
  await expect(ivy.getByText("You've been invited to join as an agent")).toBeVisible()
  await expect(ivy.getByLabel('Email')).toBeDisabled()
  await expect(ivy.getByLabel('Email')).toHaveValue(email)
  await fillSignUp(ivy, 'Ivy Invited')
  await expect(ivy.getByText('Account created')).toBeVisible()
  await expect(ivy.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await ivy.context().close()

  const late = await otherDevice(browser)
  await late.goto(link)
  await expect(late.getByText('Invalid invite', { exact: true })).toBeVisible()
  await expect(late.getByText('This invite link is invalid or has expired.')).toBeVisible()
  await expect(late).toHaveURL(/\/auth\/signup$/)
  await late.context().close()

  await page.goto('/admin/invites?state=accepted')
  await expect(rowOf(page, email)).toContainText('Accepted')
  await expect(rowOf(page, email).getByRole('button')).toHaveCount(0)
  await page.goto('/admin/audit?action=invite_accepted')
  await expect(rowOf(page, email)).toContainText('accepted the invite as an agent')
})

test('shows a result for each address of a pasted list', async ({ page }) => {
  const member = await newMember('Kim Known', 'agent')
  await openInvites(page)
  const [one, two] = [newAddress('one'), newAddress('two')]
  await invite(page, `One <${one}>, not-an-address\n${member.email}; ${two}\n${one.toUpperCase()}`)
  await expect(results(page).getByRole('heading', { name: '2 invited, 2 not invited' })).toBeVisible()
  const item = (text: string) => results(page).getByRole('listitem').filter({ hasText: text })
  await expect(item(one)).toContainText('Invited')
  await expect(item(two)).toContainText('Invited')
  await expect(item('not-an-address')).toContainText('Please enter a valid email address')
  await expect(item(member.email)).toContainText('This person is already an agent')
  await expect(item(member.email).getByRole('button')).toHaveCount(0)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await item(two)
    .getByRole('button', { name: `Copy link for ${two}` })
    .click()
  await expect(item(two).getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('/auth/signup?token=')
  // The link is shown once.
  await page.reload()
  await expect(rowOf(page, two)).toBeVisible()
  await expect(page.getByText('/auth/signup?token=')).toHaveCount(0)
})

test('sending again invalidates the old link; revoking invalidates the new one', async ({
  page,
  browser,
}) => {
  await openInvites(page)
  const email = newAddress('rita')
  const link = () => results(page).locator('code').innerText()
  await invite(page, email, 'Admin')
  await expect(results(page)).toContainText(email)
  const first = await link()
  await page.getByRole('button', { name: `Send again to ${email}` }).click()
  await expect.poll(link).not.toBe(first)
  const second = await link()

  const guest = await otherDevice(browser)
  await guest.goto(first)
  await expect(guest.getByText('This invite link is invalid or has expired.')).toBeVisible()
  await guest.goto(second)
  await expect(guest.getByText("You've been invited to join as an admin")).toBeVisible()
  await page.getByRole('button', { name: `Revoke invite for ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke invite' }).click()
  await expect(page.getByText('Invite revoked')).toBeVisible()
  await guest.goto(second)
  await expect(guest.getByText('This invite link is invalid or has expired.')).toBeVisible()
  await guest.context().close()
  expect(
    (
      await db`select state from (select case when revoked_at is null then 'open' else 'revoked' end as state
    from public.invites where email = ${email}) s`
    ).map(({ state }) => state),
  ).toEqual(['revoked', 'revoked'])
})

test('a new role applies to an open session', async ({ page, browser }) => {
  const admin = await newMember('Ada Admin', 'admin')
  const member = await newMember('Rolf Rising')
  const rolf = await otherDevice(browser)
  await rolf.clock.install()
  await openAs(rolf, member.email)
  await expect(rolf.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  await startSession(page, admin.email)
  const dialog = await manage(page, member.email, 'Rolf Rising')
  await dialog.getByLabel('Role').selectOption('Agent')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Rolf Rising is now an agent.')).toBeVisible()
  // Without input, the other screen checks every 30 seconds.
  await rolf.clock.fastForward(30_000)
  await expect(rolf.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await rolf.context().close()
  await page.goto('/admin/audit?action=role_changed')
  const row = rowOf(page, member.email)
  await expect(row).toContainText('Ada Admin changed the role of Rolf Rising')
  await expect(row).toContainText('Customer')
  await expect(row).toContainText('Agent')
})

test('deactivation signs a person out at the next click; reactivation restores access', async ({
  page,
  browser,
}) => {
  const admin = await newMember('Dora Decides', 'admin')
  const member = await newMember('Gus Gone', 'agent')
  const customer = await newMember('Cleo Customer')
  const ticket = await newTicket(customer, { assigned_to: member.id, status: 'in_progress' })
  const gus = await openElsewhere(browser, member.email)
  await startSession(page, admin.email)
  const dialog = await manage(page, member.email, 'Gus Gone')
  await dialog.getByRole('button', { name: 'Deactivate account' }).click()
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Reactivate account' })).toBeVisible()

  await clickUnlessSignedOut(myTickets(gus))
  await expect(gus).toHaveURL(/\/auth\/login/)
  await expect(gus.getByText(/Your account has been deactivated/).first()).toBeVisible()
  await fillSignIn(gus, member.email)
  await expect(gus.getByText(/Your account has been deactivated/).first()).toBeVisible()
  await expect(gus).toHaveURL(/\/auth\/login/)
  expect((await db`select assigned_to, status from public.tickets where id = ${ticket}`)[0]).toEqual({
    assigned_to: null,
    status: 'open',
  })

  await dialog.getByRole('button', { name: 'Reactivate account' }).click()
  await expect(dialog.getByRole('button', { name: 'Deactivate account' })).toBeVisible()
  await gus.reload()
  await fillSignIn(gus, member.email)
  // Sign-in returns to the screen of the sign-out, which may come before the click.
  await expect(gus.getByRole('heading', { name: /^(My Assigned Tickets|Agent Dashboard)$/ })).toBeVisible()
  await gus.context().close()
})

test('an admin ends all sessions of a person', async ({ page, browser }) => {
  const admin = await newMember('Sam Signer', 'admin')
  const member = await newMember('Opal Open', 'agent')
  const opal = await openElsewhere(browser, member.email)
  await startSession(page, admin.email)
  const dialog = await manage(page, member.email, 'Opal Open')
  await expect(dialog.getByText('1 open session.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign out all sessions' }).click()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('1 session of Opal Open ended.')).toBeVisible()
  await clickUnlessSignedOut(myTickets(opal))
  await expect(opal.getByRole('dialog', { name: /session has expired/i })).toBeVisible()
  await opal.context().close()
})

test('asks before changing your own role, then opens the home of the new role', async ({ page }) => {
  const admin = await newMember('Lara Leaves', 'admin')
  await startSession(page, admin.email)
  const dialog = await manage(page, admin.email, 'Lara Leaves')
  await dialog.getByLabel('Role').selectOption('Agent')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(dialog.getByRole('alertdialog')).toContainText('This is your own account.')
  await dialog.getByRole('button', { name: 'Change my role' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
})

test('refuses to demote the last admin, with the message of the database', async ({ page }) => {
  // A separate portal, because other journeys create admins in the shared one.
  const stack = await startStack({ seed: 'demo', static: true })
  try {
    await openAs(page, people.admin, '/admin/users?role=admin', stack)
    await page.getByRole('button', { name: /^Manage / }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Role').selectOption('Customer')
    await dialog.getByRole('button', { name: 'Change role' }).click()
    await dialog.getByRole('button', { name: 'Change my role' }).click()
    await expect(dialog.getByText('The last admin cannot be removed')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Deactivate account' }).click()
    await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(dialog.getByText('The last admin cannot be removed')).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  } finally {
    await stack.stop()
  }
})

test('results, dialogs and picker are accessible, light and dark, wide and 360 px', async ({ page }) => {
  const long = await newMember('Wilhelmina Featherstonehaugh-Cholmondeley-Smythe', 'agent')
  await openInvites(page)
  await invite(page, `${newAddress('a-very-long-address-of-somebody-with-a-long-name')}, nobody`)
  await expect(results(page)).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'results')
  await page
    .getByRole('button', { name: /^Revoke invite for/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'revoking')
  const dialog = await manage(page, long.email, long.name)
  await dialog.getByRole('button', { name: 'Deactivate account' }).click()
  await expect(dialog.getByRole('button', { name: 'Deactivate', exact: true })).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'managing')
  await page.goto('/admin/audit')
  await page.getByRole('button', { name: 'Person: Anyone' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
  await expectAccessibleInBothSchemes(page, 'choosing a person')
})
