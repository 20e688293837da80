import { describe, expect, it } from 'vitest'
import { runHere } from '../_shared/task.ts'
import { notificationMail } from './mail.ts'
import { notification, portal } from './mail.fixtures.ts'
import { messagesOf, renderMessagesOf } from './rendered-messages.ts'

describe('the conversation of a mail', () => {
  it('threads: the own Message-ID, the last mail of the conversation, and all earlier ones', () => {
    const first = notificationMail(notification(), portal)
    expect(first).toMatchObject({
      messageId: '<notification.b8a3a1f0@help.example.com>',
      references: ['<ticket.3f0c9c1e@help.example.com>'],
    })
    expect(first.inReplyTo).toBeUndefined()
    const references = ['ticket.3f0c9c1e@help.example.com', 'CAF=1@mail.example.net']
    expect(notificationMail(notification({ references }), portal)).toMatchObject({
      inReplyTo: '<CAF=1@mail.example.net>',
      references: ['<ticket.3f0c9c1e@help.example.com>', '<CAF=1@mail.example.net>'],
    })
  })

  it('quotes earlier messages at the end, in the form that mail programs fold', () => {
    const history = [
      {
        author: 'Cora',
        address: 'cora@example.com',
        at: '2026-11-24T03:10:00Z',
        text: 'It **still** burns.\nHelp!',
      },
      { author: '', address: '', at: 'unknown', text: 'Fire' },
    ]
    const { text, html } = notificationMail(notification({ history }), portal)
    expect(text).toMatch(
      /On 24 Nov 2026, 03:10 UTC, Cora <cora@example\.com> wrote:\n> It still burns\.\n> Help!\n\nSomebody wrote:\n> Fire\n\n$/,
    )
    expect(html).toContain('<blockquote type="cite"')
    // An address without a break would widen the mail on a phone.
    expect(html).toMatch(/<p dir="auto" style="[^"]*overflow-wrap:anywhere">On 24 Nov/)
    expect(html.indexOf('Done.')).toBeLessThan(html.indexOf('<blockquote type="cite"'))
  })
})

describe('messages that cannot be rendered in time', () => {
  it('are sent as they were typed', async () => {
    const history = [{ author: 'Ada', address: '', at: '2026-11-24T10:12:13Z', text: '_Earlier_' }]
    const row = notification({ message: '**Done** <b>', history })
    const messages = await renderMessagesOf(row, () =>
      Promise.reject(Object.assign(new Error('late'), { name: 'TaskTimeout' })),
    )
    const { text, html } = notificationMail(row, portal, undefined, undefined, messages)
    expect(text).toContain('**Done** <b>')
    expect(text).toContain('> _Earlier_')
    expect(html).toContain('>**Done** &lt;b&gt;</p>')
    expect(await renderMessagesOf(row, runHere)).toEqual(messagesOf(row))
  })
})
