import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { judgeCron } from './database'

const guide = readFileSync(new URL('../../../../supabase/functions/README.md', import.meta.url), 'utf8')
const [, command = ''] = /cron\.schedule\('send-notifications', '[^']*', \$\$([^]*?)\$\$\)/.exec(guide) ?? []

it('accepts the job of the guide, and one that calls each time', () => {
  expect(command).toContain('net.http_post')
  const everyTime = command.replace(/\n {2}where[^]*/, '')
  for (const job of [command, everyTime])
    expect(judgeCron(['vacuum', job])).toMatchObject({
      what: 'A cron job sends notifications and scheduled replies, and wakes snoozed tickets',
    })
})

it('reports a missing job, and those from before tickets were snoozed and replies scheduled', () => {
  const without = (...columns: string[]) =>
    columns.reduce((text, column) => text.replace(new RegExp(`\\n.*${column}.*`), ''), command)
  expect(judgeCron(['vacuum']).what).toBe('No cron job calls send-notifications')
  expect(judgeCron([without('snoozed_until')]).what).toBe(
    'The cron job wakes snoozed tickets only when a mail is due',
  )
  expect(judgeCron([without('send_at')]).what).toBe(
    'The cron job sends scheduled replies only when a mail is due',
  )
  expect(judgeCron([without('snoozed_until', 'send_at')]).what).toBe(
    'The cron job wakes snoozed tickets and sends scheduled replies only when a mail is due',
  )
})
