import { clientOf, db, newMember } from '../support/factories'
import { followMail, mailsTo, newestLink } from '../support/mail'
import {
  expect,
  fillSignIn,
  fillSignUp,
  newAddress,
  otherDevice,
  people,
  signUp,
  test,
} from '../support/portal'

const ownPassword = 'MyOwnPass1'

test('a stranger who signs up first keeps neither password nor name in the account', async ({
  page,
  browser,
}) => {
  const email = newAddress('victim')
  const strangers = await otherDevice(browser)
  await signUp(strangers, email, 'Stan Stranger')
  await expect(strangers.getByText('Account created')).toBeVisible()

  // A second mail to an address is sent after a second.
  await page.waitForTimeout(1_100)
  await page.goto('/auth/signup')
  await page.getByLabel('Email').fill(email)
  await fillSignUp(page, 'Olga Owner', ownPassword)
  await expect(page.getByText('Account created')).toBeVisible()
  await followMail(page, email, /confirm/i)

  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByLabel('Full Name').fill('Olga Owner')
  await page.getByLabel('New Password').fill(ownPassword)
  await page.getByLabel('Confirm Password').fill(ownPassword)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible()
  expect(await db`select name from public.profiles where email = ${email}`).toEqual([{ name: 'Olga Owner' }])

  await strangers.goto('/auth/login')
  await fillSignIn(strangers, email)
  await expect(strangers.getByText('Invalid email or password').first()).toBeVisible()
  await fillSignIn(strangers, email, ownPassword)
  await expect(strangers.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await strangers.context().close()
})

test('links of an email change, asked for before an invite was accepted, change nothing', async ({
  page,
  browser,
}) => {
  const { email } = await newMember('Ivo Invited')
  const elsewhere = newAddress('elsewhere')
  const former = await clientOf({ email })
  expect((await former.auth.updateUser({ email: elsewhere })).error).toBeNull()
  const admin = await clientOf({ email: people.admin })
  const invited = await admin.rpc('create_invite', { email, role: 'agent' }).single<{ token: string }>()
  await admin.auth.signOut({ scope: 'local' })

  await page.goto(`/auth/signup?token=${invited.data?.token ?? ''}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, email)
  await page.getByRole('button', { name: 'Accept invite' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()

  const device = await otherDevice(browser)
  const change = /email address/i
  await newestLink(device, elsewhere, change, /https?:\/\/\S+token_hash=\S+/)
  const mailed = (await mailsTo(device, email)).some(({ subject }) => change.test(subject))
  for (const mailbox of mailed ? [email, elsewhere] : [elsewhere]) {
    await followMail(device, mailbox, change)
    await expect(device.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  }
  await device.goto('/auth/login')
  await fillSignIn(device, email)
  await expect(device.getByRole('heading', { name: 'Agent Dashboard' })).toBeVisible()
  await device.context().close()
})
