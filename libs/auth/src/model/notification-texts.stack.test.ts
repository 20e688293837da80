// @vitest-environment node
import { readFileSync } from 'node:fs'
import { sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notificationSentences, notificationSettings } from './notification-texts'

interface Kind {
  kind: string
  setting: string | null
  audience: string
  in_app: boolean | null
  by_mail: boolean | null
}

let stack: Stack
let kinds: Kind[]

beforeAll(async () => {
  stack = await startStack()
  const db = sql(stack)
  kinds = [...(await db<Kind[]>`select * from private.notification_kinds()`)]
  await db.end()
}, 90_000)
afterAll(() => stack.stop(), 30_000)

const distinct = (names: string[]) => [...new Set(names)].sort()

it('each setting of the database has its words, for those who get it, and the same default', () => {
  const known = (audiences: readonly string[]) =>
    distinct(
      kinds.flatMap(({ setting, audience }) => (setting && audiences.includes(audience) ? [setting] : [])),
    )
  const worded = (who: 'staff' | 'customer') =>
    distinct(notificationSettings.flatMap((setting) => (setting[who] ? [setting.name] : [])))
  expect(worded('customer')).toEqual(known(['requester', 'both']))
  // Staff may be requesters too.
  expect(worded('staff')).toEqual(known(['staff', 'both', 'requester']))
  for (const { name, off = [] } of notificationSettings) {
    const kind = kinds.find((each) => each.kind === name)
    expect([name, kind?.in_app, kind?.by_mail]).toEqual([name, !off.includes('app'), !off.includes('notify')])
  }
})

it('each kind in the app has its sentence, and each mail its own', () => {
  const inApp = kinds.filter(({ in_app }) => in_app !== null).map(({ kind }) => kind)
  expect(distinct(Object.keys(notificationSentences))).toEqual(distinct(inApp))
  const mails = readFileSync(
    new URL('../../../../supabase/functions/send-notifications/describe.ts', import.meta.url),
    'utf8',
  )
  const cases = [...mails.matchAll(/^ {4}case '(\w+)':/gm)].map((match) => match[1] ?? '')
  const mailed = kinds.filter(({ by_mail }) => by_mail !== null).map(({ kind }) => kind)
  expect(distinct(cases)).toEqual(distinct(mailed))
})
