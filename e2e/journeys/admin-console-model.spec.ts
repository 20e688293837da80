import type { Page } from '@playwright/test'
import { startFakeModel, type ModelCall, type ModelStep } from '@helpdesk/testing/fake-model'
import { createUser, sql, startStack, type Stack } from '@helpdesk/testing/stack'
import { expect, test as base } from '../support/portal'
import { openAs } from '../support/session'

const KEY = 'sk-journey-0123456789'
const TICKET = '00000000-0000-4000-8000-00000000aaaa'
let stack: Stack
let model: Awaited<ReturnType<typeof startFakeModel>>

/** The model's response to each question. */
function decide({ question, toolResults, index }: ModelCall): ModelStep {
  if (/story/.test(question)) return { text: Array.from({ length: 400 }, (_, n) => `word${n} `), pause: 50 }
  if (/reply/.test(question) && toolResults.length === 0)
    return propose('reply_draft', 'Dear Olive, we are on it.')
  if (/urgent/.test(question)) {
    if (toolResults.length === 0) return { tools: [{ name: 'read_ticket', args: { ticket_id: TICKET } }] }
    if (toolResults.length === 1) return propose('priority', 'urgent')
    return { text: ['I propose to make ', `[the lift](/tickets/${TICKET}) **urgent**.`] }
  }
  if (/busy/.test(question))
    return { status: 429, headers: { 'retry-after-ms': '10' }, body: { error: { message: `key ${KEY}` } } }
  if (/hiccup/.test(question))
    return index < 2 ? { status: 503, headers: { 'retry-after-ms': '10' } } : { text: 'Back again' }
  if (/silence/.test(question)) return 'silence'
  if (/garbage/.test(question)) return { raw: 'data: {"choices": [{\n\n' }
  if (/long/.test(question)) return { text: Array.from({ length: 100 }, () => `${'x'.repeat(99)} `) }
  if (/attack/.test(question))
    return {
      text: '<img src=x onerror="document.title=1"><script>document.title=2</script> ![p](https://evil.example/p) [go](javascript:document.title=3) [bank](https://evil.example/)',
    }
  return { text: 'Done.' }
}
const propose = (kind: string, value: string): ModelStep => ({
  tools: [{ name: 'propose_change', args: { ticket_id: TICKET, kind, value, reason: 'You asked.' } }],
})

/** Starts a separate portal, because the shared ones have no model. */
async function startPortal(): Promise<void> {
  model = await startFakeModel(decide)
  stack = await startStack({
    static: true,
    env: { AI_BASE_URL: model.url, AI_API_KEY: KEY, AI_MODEL: 'test', AI_TIME_LIMIT: '8' },
  })
  await createUser(stack, { email: 'admin@example.com', role: 'admin', name: 'Amy Admin' })
  const { id } = await createUser(stack, { email: 'olive@example.com', name: 'Olive Owner' })
  const ticket = { id: TICKET, subject: 'The lift sings', description: 'All day long it sings.' }
  await inDatabase(
    (db) => db`insert into public.tickets ${db({ ...ticket, created_by: id, customer_id: id })}`,
  )
}
const test = base.extend<object, { address: string }>({
  address: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      await startPortal()
      await provide(stack.url)
      await stack.stop()
      await model.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ address }, provide) => provide(address),
})
test.describe.configure({ mode: 'serial' })

const log = (page: Page) => page.getByRole('log')
const input = (page: Page) => page.getByPlaceholder('Ask the AI assistant...')
async function send(page: Page, question: string): Promise<void> {
  model.play(decide)
  await input(page).fill(question)
  await page.getByRole('button', { name: 'Send' }).click()
}
async function open(page: Page): Promise<void> {
  await openAs(page, 'admin@example.com', '/admin/console', stack)
}
async function inDatabase<T>(read: (db: ReturnType<typeof sql>) => Promise<T>): Promise<T> {
  const db = sql(stack)
  return read(db).finally(() => db.end())
}

test('streams and stops a reply, applies and undoes a proposal, and puts a draft on the ticket', async ({
  page,
}) => {
  await open(page)
  await send(page, 'Tell me a story')
  await expect(log(page).getByText(/word1 word2/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Processing' })).toBeDisabled()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(log(page).getByText('You stopped this answer.')).toBeVisible()
  await expect.poll(() => model.cutOff(), { message: 'the model is no longer read' }).toBe(1)

  await send(page, 'Make the lift urgent')
  await expect(log(page).getByRole('link', { name: 'the lift', exact: true })).toHaveAttribute(
    'href',
    `/tickets/${TICKET}`,
  )
  await expect(input(page)).toHaveValue('')
  const card = page.getByRole('region', { name: 'Proposal: Priority of The lift sings' })
  const priority = () =>
    inDatabase(
      async (db) => (await db`select priority from public.tickets where id = ${TICKET}`)[0]?.priority,
    )
  expect(await priority()).toBe('normal')
  await card.getByRole('button', { name: 'Apply' }).click()
  await expect(card.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await priority()).toBe('urgent')
  await card.getByRole('button', { name: 'Undo' }).click()
  await expect(card.getByRole('button')).toHaveCount(0)
  expect(await priority()).toBe('normal')

  await send(page, 'Draft a reply')
  const draft = page.getByRole('region', { name: 'Proposal: Reply draft of The lift sings' })
  await draft.getByRole('button', { name: 'Apply' }).click()
  await draft.getByRole('link', { name: 'Open your draft on the ticket' }).click()
  await expect(page.getByText('Dear Olive, we are on it.')).toBeVisible()
  const sent = await inDatabase((db) => db`select 1 from public.comments where ticket_id = ${TICKET}`)
  expect(sent).toHaveLength(0)
})

test('handles a busy, silent, garbled or hostile model', async ({ page }) => {
  await open(page)
  const failure = page.getByRole('form', { name: 'Ask the AI assistant' }).getByRole('alert')
  const fails = async (question: string, text: string) => {
    await send(page, question)
    await expect(failure).toContainText(text, { timeout: 25_000 })
    await expect(input(page)).toHaveValue(question)
    expect(await page.content()).not.toContain(KEY)
  }
  await fails('busy', 'The AI model is busy. Please try again in a moment.')
  await fails('silence', 'The AI model took too long to answer.')
  await fails('garbage', 'The AI model gave an answer that could not be read.')
  await send(page, 'hiccup')
  await expect(log(page).getByText('Back again')).toBeVisible()
  await expect(failure).toHaveCount(0)

  await send(page, 'a long one')
  await expect(input(page)).toHaveValue('')
  const longest = log(page).getByRole('article').last()
  expect((await longest.innerText()).match(/x/g)?.length).toBe(9_900)

  await send(page, 'attack')
  await expect(log(page).getByText('bank (evil.example)')).toBeVisible()
  await expect(log(page).locator('img, script, a[href^="javascript"]')).toHaveCount(0)
  expect(['1', '2', '3']).not.toContain(await page.title())
})
