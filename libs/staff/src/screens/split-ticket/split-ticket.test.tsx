// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CommentItem, MessageTools } from '@helpdesk/tickets/screens/thread/CommentItem'
import { buildCommentRow, renderAt, stubBackend, TICKET_ID } from '@helpdesk/tickets/testing'
import { ticketCommands } from '../../state/ticket-commands'
import { buildStaffDetail, OTHER_ID, signInAgent } from '../testing'
import { SplitBlock } from './SplitBlock'
import { SplitTool } from './SplitTool'

beforeEach(() => signInAgent())

const at = (minute: number) => `2026-01-05T10:0${minute}:00+00:00`
const comment = (n: number, content: string, more: object = {}) => ({
  ...buildCommentRow({ id: `00000000-0000-4000-8000-00000000000${n}`, content, ...more }),
  created_at: at(n),
})
const staff = { author_role: 'agent' as const, author_name: 'Jun Takahashi', user_id: OTHER_ID }
const messages = [
  comment(1, 'The first question', { author_role: 'customer', author_name: 'Ann' }),
  comment(2, 'Our answer', staff),
  comment(3, 'Quite another matter', { author_role: 'customer', author_name: 'Ben' }),
  comment(4, 'A note on it', { ...staff, is_internal: true }),
  comment(5, 'A word of Ann', { author_role: 'customer', author_name: 'Ann' }),
]
const id = (n: number) => messages[n - 1]?.id ?? ''
const choices = {
  requester: { id: OTHER_ID, name: 'Ben', email: 'ben@example.com' },
  messages: [id(4)],
}
const made = { id: 't9', number: 1043, subject: 'Another matter' }
type Answer = { status?: number; body?: unknown }
const refusal = (code: string) => ({
  status: 409,
  body: { code: 'PT409', message: 'No', details: code, hint: null },
})

function open(answers: Record<string, Answer> = {}, ticket: object = {}) {
  const detail = buildStaffDetail({
    ticket: { number: 1042, subject: 'Questions', ...ticket },
    comments: messages,
  })
  const sent = stubBackend(({ url }) => {
    const name = url.pathname.split('/').pop() ?? ''
    return answers[name] ?? { body: name === 'split_choices' ? choices : name === 'split_ticket' ? made : [] }
  })
  renderAt('/', [
    {
      path: '*',
      element: (
        <MessageTools value={SplitTool}>
          <SplitBlock detail={detail} />
          <ol>
            {messages.map((each) => (
              <CommentItem
                key={each.id}
                comment={each}
                attachments={[]}
                missing={[]}
                loadedAt={at(9)}
                failures={0}
              />
            ))}
          </ol>
        </MessageTools>
      ),
    },
  ])
  return {
    bodies: (name: string) =>
      sent.filter(({ url }) => url.pathname.endsWith(`/${name}`)).map(({ body }) => body),
  }
}
const dialog = () => screen.findByRole('dialog', { name: 'Split into a new ticket' })
const openAt = async (n: number) => {
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Split into a new ticket…' }))[n] as HTMLElement,
  )
  return within(await dialog())
}
const box = (shown: ReturnType<typeof within>, name: RegExp) => shown.findByRole('checkbox', { name })

describe('messages that become a ticket', () => {
  it('are offered from each public message, and by the command of the key', async () => {
    open()
    expect(await screen.findAllByRole('button', { name: 'Split into a new ticket…' })).toHaveLength(4)
    ticketCommands().split?.()
    const shown = within(await dialog())
    expect(await box(shown, /A word of Ann/)).toBeChecked()
  })

  it('are not offered to those who cannot change the ticket', async () => {
    open({}, { assigned_to: OTHER_ID })
    expect(await screen.findByText('Quite another matter')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Split into a new ticket…' })).not.toBeInTheDocument()
    expect(ticketCommands().split).toBeUndefined()
  })

  it('are shown with whose ticket they make, and those that stay with the reason', async () => {
    open()
    const shown = await openAt(2)
    const preview = shown.getByRole('region', { name: 'New ticket' })
    await waitFor(() => expect(preview).toHaveTextContent('New ticket of Ben (ben@example.com)1 message'))
    expect(shown.getByRole('textbox', { name: /Subject/ })).toHaveFocus()
    expect(await box(shown, /A word of Ann/)).toBeDisabled()
    expect(await box(shown, /A word of Ann/)).toHaveAccessibleDescription(
      'Ben could not read it, so it stays here',
    )
    expect(await box(shown, /A note on it/)).toBeEnabled()
    // An earlier public message may become the first.
    expect(await box(shown, /Our answer/)).toBeEnabled()
    expect(await box(shown, /The first question/)).toBeEnabled()
  })

  it('are split by keyboard, with a way back', async () => {
    const { bodies } = open()
    const shown = await openAt(2)
    await userEvent.click(await box(shown, /A note on it/))
    const subject = shown.getByRole('textbox', { name: /Subject/ })
    await userEvent.clear(subject)
    await userEvent.type(subject, 'Another matter{Enter}')
    expect(await screen.findByText('2 messages split into #1043')).toBeInTheDocument()
    expect(bodies('split_ticket')).toEqual([
      { ticket_id: TICKET_ID, comment_ids: [id(3), id(4)], subject: 'Another matter' },
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(bodies('undo_split')).toEqual([{ ticket_id: 't9' }]))
  })

  it('are asked for again at the field when something is missing', async () => {
    const { bodies } = open()
    const shown = await openAt(2)
    await userEvent.clear(shown.getByRole('textbox', { name: /Subject/ }))
    await userEvent.click(await box(shown, /Quite another matter/))
    await userEvent.click(shown.getByRole('button', { name: 'Split' }))
    expect(shown.getByRole('textbox', { name: /Subject/ })).toHaveAccessibleDescription(
      'A subject has 1 to 255 characters.',
    )
    expect(shown.getByText(/Choose a public message: it/)).toBeVisible()
    expect(bodies('split_ticket')).toEqual([])
  })

  it('stay when the server refuses', async () => {
    open({ split_ticket: refusal('split_gone') })
    const shown = await openAt(2)
    await userEvent.click(shown.getByRole('button', { name: 'Split' }))
    expect(await shown.findByText(/A message is no longer on this ticket/)).toBeVisible()
  })

  it('show a refused subject at its field', async () => {
    open({ split_ticket: refusal('split_subject') })
    const shown = await openAt(2)
    await userEvent.click(shown.getByRole('button', { name: 'Split' }))
    await waitFor(() =>
      expect(shown.getByRole('textbox', { name: /Subject/ })).toHaveAccessibleDescription(/255/),
    )
  })
})
