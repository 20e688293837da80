// @vitest-environment jsdom
import { addErrorTexts } from '@helpdesk/ui/components/error-text'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCommentRow, signInAs } from '../../testing'
import { openTicket, resetDevice, stubTicket } from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

const comment = buildCommentRow({ source: 'mail', content: 'See the files.' })
const sheet = { index: 0, name: 'report.xlsx', size: 2_048 }
const forwarded = { index: 1, name: 'Fire.eml', size: 900, kind: 'mail', title: 'Fire' }
const invitation = {
  ...{ index: 2, name: 'invite.ics', size: 400, kind: 'calendar', title: 'Demo' },
  ...{ when: 'Tue, 1 Dec 2026, 10:00 (Europe/Berlin)', where: 'Hall 3' },
}
const shown = {
  html: '',
  text: 'It smokes.',
  headers: [
    { name: 'From', value: 'Ann <ann@example.org>' },
    { name: 'Message-ID', value: '<1@example.org>' },
  ],
  files: [{ index: 0, name: 'a.csv', size: 3 }],
}

function openWith(parts: unknown[], answer: object = { body: shown }) {
  const messages = [{ comment_id: comment.id, quoted: '', id: 'm1', has_original: true, parts }]
  const sent = stubTicket({ comments: [comment] }, ({ url }) =>
    url.pathname.endsWith('/staff-mail')
      ? answer
      : { body: url.pathname.endsWith('/ticket_mails') ? { messages } : [] },
  )
  openTicket()
  return () => sent.filter(({ url }) => url.pathname.endsWith('/staff-mail')).map(({ body }) => body)
}

describe('parts of a received mail', () => {
  it('are listed below the message with size, title and time', async () => {
    openWith([sheet, forwarded, invitation])
    const list = within(await screen.findByRole('region', { name: 'Only in the original email' }))
    const [first, second, third] = list.getAllByRole('listitem')
    expect(first).toHaveTextContent('report.xlsx2 KB')
    expect(second).toHaveTextContent('Fire')
    expect(third).toHaveTextContent('Demo')
    expect(third).toHaveTextContent('Tue, 1 Dec 2026, 10:00 (Europe/Berlin) · Hall 3')
  })

  it('are not there when all are files of the ticket', async () => {
    openWith([])
    await screen.findByRole('button', { name: 'Show original email' })
    expect(screen.queryByRole('region', { name: 'Only in the original email' })).not.toBeInTheDocument()
  })

  it('are eight at first, and all on request, when they are many', async () => {
    openWith(Array.from({ length: 55 }, (_, index) => ({ index, name: `p${index}.heic`, size: 9 })))
    const list = within(await screen.findByRole('region', { name: 'Only in the original email' }))
    expect(list.getAllByRole('listitem')).toHaveLength(8)
    await userEvent.click(list.getByRole('button', { name: 'Show 47 more' }))
    expect(list.getAllByRole('listitem')).toHaveLength(55)
    expect(list.getByRole('button', { name: 'Show fewer' })).toHaveFocus()
  })

  it('are downloaded alone, and the original whole, as bytes that no browser shows', async () => {
    const pages: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (page: Blob) => `blob:${pages.push(page)}`,
        revokeObjectURL: () => {},
      }),
    )
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const asked = openWith([sheet])
    await userEvent.click(await screen.findByRole('button', { name: 'Download report.xlsx' }))
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1))
    await userEvent.click(screen.getByRole('button', { name: 'Download original (.eml)' }))
    await waitFor(() => expect(click).toHaveBeenCalledTimes(2))
    expect(asked()).toEqual([
      { action: 'download', mailId: 'm1', part: [0] },
      { action: 'download', mailId: 'm1', part: [] },
    ])
    expect(pages.map(({ type }) => type)).toEqual(['application/octet-stream', 'application/octet-stream'])
    click.mockRestore()
  })

  it('say when a download fails', async () => {
    addErrorTexts({ mail_not_found: 'This email is no longer available' })
    openWith([sheet], {
      status: 404,
      body: { error: 'The original of this email is no longer available', code: 'mail_not_found' },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Download report.xlsx' }))
    expect(await screen.findByText('report.xlsx could not be downloaded')).toBeVisible()
    expect(screen.getByText('This email is no longer available')).toBeVisible()
  })

  it('unfold a mail with its own files, and fold it again', async () => {
    const asked = openWith([forwarded])
    const button = await screen.findByRole('button', { name: 'Show the email “Fire”' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(button)
    const inner = within(await screen.findByRole('group', { name: 'Attached email: Fire' }))
    expect(await inner.findByText('It smokes.')).toBeVisible()
    expect(inner.getByText('Ann <ann@example.org>')).toBeVisible()
    expect(inner.queryByText('<1@example.org>')).not.toBeInTheDocument()
    expect(inner.getByRole('button', { name: 'Download a.csv' })).toBeVisible()
    expect(asked()).toEqual([{ action: 'show', mailId: 'm1', part: [1] }])
    await userEvent.click(screen.getByRole('button', { name: 'Hide the email “Fire”' }))
    expect(screen.queryByText('It smokes.')).not.toBeInTheDocument()
  })
})
