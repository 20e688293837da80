import { CHAT_STORE } from '../model/chat-history'
import { stubBackend } from '@helpdesk/tickets/testing'
import { toastAtom } from '@helpdesk/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_ID, callsOf } from '../parts/testing'
import { ask, input, message, openConsole, resetConsole, storeHistory, stubAssistant } from './testing'

const failure = () => within(screen.getByRole('form')).findByRole('alert')
const log = () => within(screen.getByRole('log'))

beforeEach(resetConsole)

describe('AdminConsole', () => {
  it('shows title and tabs, and loads the tickets once', async () => {
    const { sent } = stubAssistant()
    openConsole()
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Console' })).toBeVisible()
    expect(screen.getByText('AI Assistant & Ticket Management')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'AI Assistant' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(callsOf(sent, 'list_tickets')).toHaveLength(1))
    await userEvent.click(screen.getByRole('tab', { name: 'Tickets Overview' }))
    expect(await screen.findByPlaceholderText('Search tickets...')).toBeVisible()
    expect(callsOf(sent, 'list_tickets')).toHaveLength(1)
  })

  it('shows a spinner while the tickets load', async () => {
    stubAssistant(() => new Promise(() => {}))
    openConsole('/admin/console?tab=tickets')
    expect(screen.getByRole('tab', { name: 'Tickets Overview' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('Loading tickets...')).toBeInTheDocument()
  })

  it('shows that loading the tickets failed, and waits for Retry', async () => {
    let fails = true
    const { sent } = stubAssistant(({ url }) =>
      fails && url.pathname.endsWith('list_tickets')
        ? { status: 403, body: { message: 'no' } }
        : { body: [] },
    )
    openConsole('/admin/console?tab=tickets')
    const retry = await screen.findByRole('button', { name: 'Retry' })
    // a request for each render would show within a few turns of the event loop
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
    expect(callsOf(sent, 'list_tickets').length).toBeLessThan(4)
    fails = false
    await userEvent.click(retry)
    expect(await screen.findByText(/Tickets appear here/)).toBeVisible()
  })
})

describe('asking the assistant', () => {
  it('streams the reply, clears the input, and stores both messages', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await ask('  How many?  ')
    const [stream] = streams
    expect(stream?.body).toEqual({ messages: [], newUserMessage: 'How many?' })
    expect(stream?.accept).toBe('text/event-stream')
    expect(screen.getByRole('button', { name: 'Processing' })).toBeDisabled()
    expect(input()).toHaveValue('  How many?  ')
    stream?.say('working', { tool: 'queue_figures' })
    expect(await screen.findByText('Counting tickets…')).toBeVisible()
    stream?.say('delta', { text: 'There are **seven' })
    expect(await log().findByText(/There are \*\*seven/)).toBeVisible()
    expect(screen.queryByText('Counting tickets…')).toBeNull()
    stream?.say('delta', { text: '**.' })
    stream?.say('done', { reply: 'There are **seven**.', proposals: [] })
    expect(await screen.findByRole('button', { name: 'Send' })).toBeEnabled()
    expect(input()).toHaveValue('')
    expect(input()).toHaveFocus()
    expect(log().getByText('seven').tagName).toBe('STRONG')
    expect(
      log()
        .getAllByRole('article')
        .map((each) => within(each).getByText(/^(You|AI Assistant)$/).textContent),
    ).toEqual(['You', 'AI Assistant'])
    expect(JSON.parse(localStorage.getItem(CHAT_STORE) ?? '').histories[ADMIN_ID]).toMatchObject([
      { role: 'user', content: 'How many?' },
      { role: 'assistant', content: 'There are **seven**.' },
    ])
    await ask('And now?')
    expect(streams[1]?.body.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: 'There are **seven**.' },
    ])
  })

  it('focuses the input after a suggested question', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await userEvent.click(screen.getByRole('button', { name: 'How many tickets are there?' }))
    streams[0]?.say('done', { reply: 'Seven.', proposals: [] })
    await waitFor(() => expect(input()).toHaveFocus())
  })

  it('keeps text typed during the answer', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await ask('First')
    await userEvent.type(input(), ' and second')
    streams[0]?.say('done', { reply: 'Yes', proposals: [] })
    await screen.findByRole('button', { name: 'Send' })
    expect(input()).toHaveValue('First and second')
  })

  it.each([
    ['a blank message', '   ', 'Message cannot be empty', 'Message cannot be empty'],
    [
      'a message that is too long',
      'x'.repeat(1001),
      'Message cannot exceed 1000 characters',
      'Message cannot exceed 1000 characters 1 character too long',
    ],
  ])('shows an error for %s', async (_case, text, error, description) => {
    const { streams } = stubAssistant()
    openConsole()
    await userEvent.click(input())
    await userEvent.paste(text)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(error)).toBeVisible()
    expect(input()).toHaveAccessibleDescription(description)
    expect(streams).toHaveLength(0)
  })

  it('accepts 1000 characters', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await userEvent.click(input())
    await userEvent.paste('x'.repeat(1000))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(streams).toHaveLength(1))
  })

  it('stores the received part of a stopped answer', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await ask('Tell me a story')
    streams[0]?.say('delta', { text: 'Once upon' })
    await log().findByText('Once upon')
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('You stopped this answer.')).toBeVisible()
    expect(streams[0]?.stopped).toBe(true)
    expect(log().getByText('Once upon')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(localStorage.getItem(CHAT_STORE)).toContain('Once upon')
  })
})

describe('a failure', () => {
  it.each([
    [
      { error: 'The AI model is busy.', code: 'model_busy' },
      'The AI model is busy. Please try again in a moment.',
    ],
    [{ wrong: true }, 'Failed to get response from AI assistant'],
  ])('in the stream shows a toast and an alert until the next question', async (data, text) => {
    const { streams } = stubAssistant()
    openConsole()
    await ask('Hi')
    streams[0]?.say('delta', { text: 'Half an answer' })
    streams[0]?.say('error', data)
    expect(await failure()).toHaveTextContent(text)
    expect(getDefaultStore().get(toastAtom)).toMatchObject({
      title: 'Error',
      description: text,
      type: 'error',
    })
    expect(input()).toHaveValue('Hi')
    expect(log().queryByText('Half an answer')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(within(screen.getByRole('form')).queryByRole('alert')).toBeNull()
  })

  it.each([
    [
      429,
      { error: 'Too many questions. Please try again in 9 seconds.' },
      'Too many questions. Please try again in 9 seconds.',
    ],
    [500, {}, 'Failed to get response from AI assistant'],
  ])('with status %i shows its error field or the default text', async (status, body, text) => {
    stubBackend(({ url }) => (url.pathname.endsWith('admin-assistant') ? { status, body } : { body: [] }))
    openConsole()
    await ask('Hi')
    expect(await failure()).toHaveTextContent(text)
  })

  it('shows a fixed text when the network fails or the stream is truncated', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await ask('Hi')
    streams[0]?.broken()
    expect(await failure()).toHaveTextContent('An unknown error occurred')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    streams[1]?.end()
    expect(await failure()).toHaveTextContent('Failed to get response from AI assistant')
  })

  it('accepts an answer without streaming', async () => {
    stubBackend(({ url }) =>
      url.pathname.endsWith('admin-assistant') ? { body: { reply: 'All at once' } } : { body: [] },
    )
    openConsole()
    await ask('Hi')
    expect(await log().findByText('All at once')).toBeVisible()
  })
})

describe('chat history', () => {
  it('shows only this user’s valid messages, and can be cleared', async () => {
    stubAssistant()
    storeHistory([
      message('user', 'Mine'),
      { role: 'system', content: 'x' },
      message('assistant', ''),
      message('assistant', 'Answer'),
    ])
    const store = JSON.parse(localStorage.getItem(CHAT_STORE) ?? '')
    store.histories.somebody = [message('user', 'Not mine')]
    localStorage.setItem(CHAT_STORE, JSON.stringify(store))
    openConsole()
    expect(log().getAllByRole('article')).toHaveLength(2)
    expect(log().queryByText('Not mine')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Clear history' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear history' }))
    expect(log().queryByRole('article')).toBeNull()
    expect(log().getByText('Ask about your helpdesk')).toBeVisible()
    expect(JSON.parse(localStorage.getItem(CHAT_STORE) ?? '').histories).toEqual({
      somebody: [message('user', 'Not mine')],
    })
  })

  it('offers suggested questions while it is empty', async () => {
    const { streams } = stubAssistant()
    openConsole()
    await userEvent.click(screen.getByRole('button', { name: 'Which tickets are urgent?' }))
    await waitFor(() => expect(streams[0]?.body.newUserMessage).toBe('Which tickets are urgent?'))
  })

  it('can be copied message by message', async () => {
    const user = userEvent.setup()
    stubAssistant()
    storeHistory([message('assistant', '**Bold** answer')])
    openConsole()
    await user.click(screen.getByRole('button', { name: 'Copy the message from AI Assistant' }))
    expect(await screen.findByText('Copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('**Bold** answer')
  })
})
