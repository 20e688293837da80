import type { Page } from '@playwright/test'
import { newMember, newTicket } from '../support/factories'
import { expect, signIn, test } from '../support/portal'

/** Records where the page was when it opened a websocket, and whether it had painted. */
const recordSockets = (page: Page) =>
  page.addInitScript(() => {
    const opened: { path: string; isPainted: boolean }[] = []
    Object.assign(globalThis, { opened })
    globalThis.WebSocket = class extends WebSocket {
      constructor(...args: ConstructorParameters<typeof WebSocket>) {
        super(...args)
        const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
        opened.push({ path: location.pathname, isPainted })
      }
    }
  })

/** When the page's first content was painted, and when it requested the realtime client. */
const times = (page: Page) =>
  page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    client: performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/socket-'))
      ?.startTime,
  }))

test('two remotes share one realtime connection, opened after the first paint and not to sign in', async ({
  page,
}) => {
  const [admin, customer] = await Promise.all([newMember('Ona Once', 'admin'), newMember('Cleo Customer')])
  const ticket = await newTicket(customer, { subject: 'One connection', assigned_to: admin.id })
  const joined: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const topic = /"realtime:([^"]+)","phx_join"/.exec(payload.toString())?.[1]
      if (topic) joined.push(topic)
    }),
  )
  await recordSockets(page)
  const opened = () =>
    page.evaluate(() => Reflect.get(globalThis, 'opened') as { path: string; isPainted: boolean }[])
  await signIn(page, admin.email)
  await expect.poll(async () => (await opened()).length).toBe(1)
  expect((await opened())[0]?.path).not.toContain('/auth')

  // The queue is a screen of the agents' remote, the ticket of the admins'.
  await page.goto('/tickets/assigned')
  await page.locator('tr[data-id]').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'One connection' })).toBeVisible()
  await expect.poll(() => joined.some((topic) => topic.startsWith(`ticket:${ticket}:staff:`))).toBe(true)
  expect(joined.some((topic) => topic.startsWith('desk:staff:'))).toBe(true)
  expect(await opened()).toEqual([{ path: expect.stringMatching(/^\/tickets\//), isPainted: true }])
  const { paint, client } = await times(page)
  expect(client).toBeGreaterThan(paint)
})
