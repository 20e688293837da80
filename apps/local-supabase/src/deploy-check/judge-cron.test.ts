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
      what: 'A cron job sends notifications and wakes snoozed tickets',
    })
})

it('reports a missing job, and one from before tickets were snoozed', () => {
  const old = command.replace(/\n.*snoozed_until.*/, '')
  expect(old).not.toBe(command)
  expect(judgeCron(['vacuum']).what).toBe('No cron job calls send-notifications')
  expect(judgeCron([old]).what).toBe('The cron job wakes snoozed tickets only when a mail is due')
})
