/**
 * Times of first screens against a built portal with the demo, median of some runs: cold lists, login form and second
 * visit with 4x CPU slow-down and 1.6 Mbps / 150 ms, and from a list to a ticket without. For a quiet machine.
 * usage: tsx e2e/bench/first-screen.ts [runs=5]
 */
import type { BrowserContextOptions } from '@playwright/test'
import { startStack } from '@helpdesk/testing/stack'
import { launch, median, openTicket, ROW, SEEN_ROW, visit, type Opened, type Visit } from './measure'

const PASSWORD = 'Demo1234'
/** Time that people read a list, in which the browser loads the page of a ticket. */
const READING_MS = 3_000
const LATER_TICKETS = [1, 2, 3, 4, 5]
const ROLES = [
  { role: 'customer', email: 'customer@example.com', path: '/tickets', goal: 2_000 },
  { role: 'agent', email: 'agent@example.com', path: '/tickets/assigned', goal: 2_200 },
] as const
const viewport = { width: 1366, height: 768 }

type State = NonNullable<BrowserContextOptions['storageState']>

const runs = Number(process.argv[2] ?? 5)
const rows: Record<string, string | number>[] = []
const ms = (value: number) => Math.round(value)
const figures = (values: readonly number[], unit = 'ms') => ({
  median: ms(median(values)),
  unit,
  runs: values.map(ms).join(' '),
})
const report = (scene: string, values: readonly number[], goal: number, unit = 'ms') =>
  rows.push({ scene, goal: `<= ${goal}`, ...figures(values, unit) })

/** The storage of a browser in which this person is signed in and has seen the list. */
async function signedIn(url: string, email: string, path: string): Promise<State> {
  const browser = await launch()
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(`${url}/auth/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Sign Out' }).waitFor()
  await page.goto(url + path)
  await page.locator(ROW).first().waitFor()
  const state = await context.storageState()
  await browser.close()
  return state
}

/** The first visit with an empty cache, and the second one. */
async function coldAndWarm(state: State | undefined, url: string, selector: string): Promise<[Visit, Visit]> {
  const browser = await launch()
  const context = await browser.newContext({ viewport, storageState: state })
  const cold = await visit(context, url, selector)
  const warm = await visit(context, url, selector)
  await browser.close()
  return [cold, warm]
}

/** Opens the first ticket of a list after some reading, then others. */
async function listToTicket(state: State, url: string): Promise<{ first: Opened; later: Opened[] }> {
  const browser = await launch()
  const page = await (await browser.newContext({ viewport, storageState: state })).newPage()
  await page.goto(url)
  await page.locator(ROW).first().waitFor()
  await page.waitForTimeout(READING_MS)
  const first = await openTicket(page, 0)
  const later: Opened[] = []
  for (const index of LATER_TICKETS) {
    await page.goBack()
    await page.locator(ROW).nth(index).waitFor()
    later.push(await openTicket(page, index))
  }
  await browser.close()
  return { first, later }
}

function printWaterfall(role: string, visits: readonly Visit[]) {
  const typical = [...visits].sort((a, b) => a.shown - b.shown)[Math.floor(visits.length / 2)]
  if (!typical) return
  const begin = typical.requests[0]?.from ?? 0
  console.log(`\nCold list of a ${role}, ms: ${typical.requests.length} requests before the first row`)
  for (const { url, from, to } of typical.requests) {
    const [start, end] = [from, to].map((at) => String(ms((at - begin) * 1000)).padStart(5))
    console.log(`${start} - ${end}  ${new URL(url).pathname}`)
  }
}

const repeat = async <T>(action: () => Promise<T>): Promise<T[]> => {
  const results: T[] = []
  for (let run = 0; run < runs; run += 1) results.push(await action())
  return results
}

const stack = await startStack({ seed: 'demo', static: true })
try {
  for (const { role, email, path, goal } of ROLES) {
    const state = await signedIn(stack.url, email, path)
    const visits = await repeat(() => coldAndWarm(state, stack.url + path, SEEN_ROW))
    const cold = visits.map(([first]) => first)
    report(
      `${role}: cold list`,
      cold.map(({ shown }) => shown),
      goal,
    )
    report(
      `${role}: first contentful paint`,
      cold.map(({ firstPaint }) => firstPaint),
      500,
    )
    report(
      `${role}: steps before the row`,
      cold.map(({ steps }) => steps),
      4,
      'steps',
    )
    report(
      `${role}: second visit`,
      visits.map(([, second]) => second.shown),
      1_000,
    )
    for (const [n, scene] of ['cold list', 'second visit'].entries())
      rows.push({
        scene: `${role}: ${scene}, usable`,
        ...figures(visits.map((pair) => pair[n]?.usable ?? NaN)),
      })
    const opened = await repeat(() => listToTicket(state, stack.url + path))
    report(
      `${role}: list to first ticket`,
      opened.map(({ first }) => first.whole),
      150,
    )
    const first = figures(opened.map(({ first }) => first.head))
    rows.push({ scene: `${role}: list to its header`, ...first })
    const later = figures(opened.map(({ later }) => median(later.map(({ whole }) => whole))))
    rows.push({ scene: `${role}: list to later tickets`, ...later })
    printWaterfall(role, cold)
  }
  const login = await repeat(() => coldAndWarm(undefined, `${stack.url}/auth/login`, 'input[type=password]'))
  report(
    'login form visible',
    login.map(([first]) => first.shown),
    600,
  )
  console.table(rows)
} finally {
  await stack.stop()
}
