import { describe, expect, it } from 'vitest'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'

describe('the mail of a solved ticket', () => {
  const row = notification({ kind: 'status', message: 'solved', ratingToken: 't.rate.1.ab' })
  const page = `${portal}/auth/rate?token=t.rate.1.ab&answer=`

  it('asks its requester for a rating, after the way to the ticket', () => {
    const { text, html } = notificationMail(row, portal)
    expect(text).toContain(`\n\nHow did we do?\n👍 Good: ${page}good\n👎 Bad: ${page}bad\n\n`)
    for (const part of [text, html])
      expect(part.indexOf('/auth/rate')).toBeGreaterThan(part.indexOf('/tickets/'))
    for (const answer of ['good', 'bad'])
      expect(html).toContain(`href="${portal}/auth/rate?token=t.rate.1.ab&amp;answer=${answer}"`)
  })

  it('asks nothing without a token', () => {
    const { text, html } = notificationMail({ ...row, ratingToken: '' }, portal)
    expect(text + html).not.toMatch(/How did we do|auth\/rate/)
  })
})
