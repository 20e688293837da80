// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mailPage } from '../../model/received-mails'
import { buildCommentRow, buildTicketDetail, signInAs } from '../../testing'
import { openTicket, resetDevice, stubTicket } from '../testing'

beforeEach(() => {
  resetDevice()
  signInAs()
})

const comment = buildCommentRow({ source: 'mail', content: 'Yes.' })
const received = { comment_id: comment.id, quoted: '> Is it red?', id: 'm1', has_original: true }
const shown = {
  html: '<p>Yes, it is.</p>',
  text: 'Yes, it is.',
  headers: [{ name: 'Subject', value: 'Re: Fire' }],
  files: [{ index: 0, name: 'shot.png', size: 3 }],
}

function openMailTicket(messages: unknown[] = [received]) {
  const sent = stubTicket({ comments: [comment] }, ({ url }) =>
    url.pathname.endsWith('/staff-mail')
      ? { body: shown }
      : { body: url.pathname.endsWith('/ticket_mails') ? { messages } : [] },
  )
  openTicket()
  return sent
}

describe('a message that came by mail', () => {
  it('says so, and shows its quoted text on request', async () => {
    openMailTicket()
    expect(await screen.findByText(/by email/)).toBeInTheDocument()
    const button = await screen.findByRole('button', { name: 'Show quoted text' })
    expect(screen.queryByText('> Is it red?')).not.toBeInTheDocument()
    await userEvent.click(button)
    expect(screen.getByText('> Is it red?')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Hide quoted text' }))
    expect(screen.queryByText('> Is it red?')).not.toBeInTheDocument()
  })

  it('shows its original in a frame without scripts and without the origin of the portal', async () => {
    const pages: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (page: Blob) => `blob:${pages.push(page)}`,
        revokeObjectURL: () => {},
      }),
    )
    openMailTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Show original email' }))
    const dialog = await screen.findByRole('dialog', { name: 'Original email' })
    const frame = await within(dialog).findByTitle('Content of the email')
    expect(frame).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox')
    expect(frame).toHaveAttribute('src', 'blob:1')
    expect(pages).toHaveLength(1)
    expect(within(dialog).getByText('Re: Fire')).toBeInTheDocument()
    expect(within(dialog).getByText(/shot\.png/)).toBeInTheDocument()
  })

  it.each(['agent', 'customer'] as const)(
    'is marked for the %s when its sender is not verified',
    async (role) => {
      signInAs({ role })
      openMailTicket([{ comment_id: comment.id, quoted: '', is_unverified: true }])
      const badge = await screen.findByText('Sender not verified')
      expect(badge.closest('li')).toHaveTextContent(comment.content)
    },
  )

  it('has no mark when its sender is verified, or nobody looked', async () => {
    openMailTicket([{ ...received, is_unverified: false }])
    expect(await screen.findByRole('button', { name: 'Show original email' })).toBeVisible()
    expect(screen.queryByText('Sender not verified')).not.toBeInTheDocument()
  })

  it('shows staff which files were left out, and whether the sender was told', async () => {
    const refused_files = [{ name: 'a.exe', reason: 'type' }]
    openMailTicket([{ ...received, refused_files, files_answer: 'sent', files_error: null }])
    const line = await screen.findByText(
      '1 file was not attached: type not accepted. The sender was told by email.',
    )
    expect(line.closest('li')).toHaveTextContent(comment.content)
  })

  it('leads to the ticket that it names, which its sender may not write on', async () => {
    openMailTicket([{ ...received, suspected_ticket: { id: 't9', number: 1042 } }])
    const link = await screen.findByRole('link', { name: 'Open #1042, which the email names' })
    expect(link).toHaveAttribute('href', '/tickets/t9')
  })

  it('leads to no other ticket, if it names none', async () => {
    openMailTicket([{ ...received, suspected_ticket: null }])
    expect(await screen.findByRole('button', { name: 'Show original email' })).toBeVisible()
    expect(screen.queryByRole('link', { name: /the email names/ })).not.toBeInTheDocument()
  })

  it('loads remote images only after a click', async () => {
    const pages: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (page: Blob) => `blob:${pages.push(page)}`,
        revokeObjectURL: () => {},
      }),
    )
    const sent = stubTicket({ comments: [comment] }, ({ url, body }) => {
      if (!url.pathname.endsWith('/staff-mail'))
        return { body: url.pathname.endsWith('/ticket_mails') ? { messages: [received] } : [] }
      const hasImages = (body as { images?: boolean }).images === true
      const html = hasImages ? '<img src="data:image/png;base64,AAAA">' : '<p>Look.</p>'
      return { body: { ...shown, html, remote_images: 1 } }
    })
    openTicket()
    const asked = () => sent.filter(({ url }) => url.pathname.endsWith('/staff-mail')).map(({ body }) => body)
    await userEvent.click(await screen.findByRole('button', { name: 'Show original email' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Original email' }))
    expect(await dialog.findByTitle('Content of the email')).toHaveAttribute('src', 'blob:1')
    expect(asked()).toEqual([{ action: 'show', mailId: 'm1' }])
    await userEvent.click(dialog.getByRole('button', { name: 'Load remote images' }))
    await waitFor(() => expect(dialog.getByTitle('Content of the email')).toHaveAttribute('src', 'blob:2'))
    expect(asked()[1]).toEqual({ action: 'show', mailId: 'm1', images: true })
    expect(dialog.queryByRole('button', { name: 'Load remote images' })).not.toBeInTheDocument()
    // The page of the frame loads nothing, also with pictures.
    expect(pages[1]?.size).toBe(mailPage('<img src="data:image/png;base64,AAAA">').length)
  })

  it('offers a customer no original', async () => {
    openMailTicket([{ comment_id: comment.id, quoted: 'x' }])
    await screen.findByRole('button', { name: 'Show quoted text' })
    expect(screen.queryByRole('button', { name: 'Show original email' })).not.toBeInTheDocument()
  })
})

it('says below a message whom its mail did not reach, and why', async () => {
  signInAs({ role: 'agent' })
  const [own, other] = [buildCommentRow(), buildCommentRow({ id: 'c-other', content: 'Another one.' })]
  const failed = { status: '5.1.1', created_at: '2026-01-05T10:00:00Z', reason: '550 no such user' }
  const failures = [{ id: 'f1', comment_id: own.id, address: 'bob@partner.example', ...failed }]
  const event = {
    ...{ id: 'e1', kind: 'delivery_failed', actor_id: null, actor_name: null, is_internal: true },
    ...{ from_value: failed.reason, to_value: 'bob@partner.example', created_at: failed.created_at },
  }
  const staff = {
    events: [event],
    other_tickets: [],
    drafts: { comment: null, note: null },
  }
  const detail = buildTicketDetail({ comments: [own, other], staff })
  stubTicket(detail, ({ url }) => ({
    body: url.pathname.endsWith('/ticket_mails') ? { messages: [], failures } : [],
  }))
  openTicket()
  const line = await screen.findByText('Not delivered to bob@partner.example: 550 no such user')
  expect(line.closest('li')).toHaveTextContent(own.content)
  expect(screen.getAllByText(/^Not delivered/)).toHaveLength(1)
})

describe('an automatic reply', () => {
  const mail = {
    ...{ id: 'm7', from_address: 'ann@customer.example', subject: 'Abwesenheitsnotiz' },
    ...{ content: 'Back on Monday.', has_original: true },
  }
  const event = {
    ...{ id: 'e1', kind: 'auto_reply', actor_id: null, actor_name: null, is_internal: true },
    ...{ from_value: '2026-12-07', to_value: 'Ann', created_at: '2026-11-24T10:00:00Z' },
  }
  function open(answer: unknown, values = {}) {
    signInAs({ role: 'agent' })
    const staff = {
      events: [{ ...event, ...values }],
      other_tickets: [],
      drafts: { comment: null, note: null },
    }
    const sent = stubTicket(buildTicketDetail({ staff }), ({ url }) =>
      url.pathname.endsWith('/staff-mail')
        ? { body: shown }
        : { body: url.pathname.endsWith('/automatic_reply') ? answer : [] },
    )
    openTicket()
    return sent
  }

  it('is one line, and shows its text on request', async () => {
    const sent = open(mail)
    const line = (await screen.findByText(/is away until Monday, December 7(?!,)/)).closest('li')
    expect(line).toHaveTextContent(/^Ann is away/)
    const asked = () => sent.filter(({ url }) => url.pathname.endsWith('/automatic_reply'))
    expect(asked()).toHaveLength(0)
    const button = screen.getByRole('button', { name: 'Show reply' })
    await userEvent.click(button)
    expect(await screen.findByText('Back on Monday.')).toBeVisible()
    expect(screen.queryByText('Sender not verified')).not.toBeInTheDocument()
    expect(asked()[0]?.url.searchParams.get('event_id')).toBe('e1')
    await userEvent.click(screen.getByRole('button', { name: 'Show original email' }))
    expect(await screen.findByRole('dialog', { name: 'Original email' })).toBeVisible()
  })

  it('that nothing proves is marked', async () => {
    open(mail, { kind: 'unverified_auto_reply', to_value: 'ann@customer.example' })
    const line = (await screen.findByText(/is away until Monday/)).closest('li')
    expect(line).toHaveTextContent(/^ann@customer\.example is away.*Sender not verified/)
  })

  it('says so when it was discarded', async () => {
    open(null)
    await userEvent.click(await screen.findByRole('button', { name: 'Show reply' }))
    expect(await screen.findByText('The automatic reply has been discarded')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Hide reply' }))
    expect(screen.queryByText('The automatic reply has been discarded')).not.toBeInTheDocument()
  })
})

it('asks for no mails where nothing came by mail', async () => {
  const sent = stubTicket(buildTicketDetail({ comments: [buildCommentRow()] }))
  openTicket()
  await screen.findByText('It blinks red.')
  expect(sent.filter(({ url }) => url.pathname.endsWith('/ticket_mails'))).toEqual([])
})

it('gives the page of a mail a policy that loads nothing', () => {
  expect(mailPage('<p>x</p>')).toContain(
    `content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"`,
  )
})
