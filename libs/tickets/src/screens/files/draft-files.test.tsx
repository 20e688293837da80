// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAttachment, buildCommentRow, signInAs, stubIndexedDB } from '../../testing'
import {
  box,
  openTicket,
  refusal,
  reload,
  resetDevice,
  savedComment,
  sendButton,
  stubTicket,
  write,
} from '../testing'

const file = (name: string, bytes = 5) => new File(['x'.repeat(bytes)], name, { type: 'text/plain' })
const drop = async (...files: File[]) =>
  fireEvent.drop(await box(), { dataTransfer: { files, types: ['Files'] } })
const chosen = async () => within(await screen.findByRole('list', { name: 'Selected files' }))
const stored = (request: { url: URL; body: unknown }) =>
  request.url.pathname.startsWith('/storage/')
    ? { body: { Key: 'k' } }
    : { status: 201, body: { ...buildAttachment(), ...(request.body as object) } }

let kept: Map<IDBValidKey, unknown>
beforeEach(() => {
  resetDevice()
  signInAs()
  kept = stubIndexedDB()
})

describe('files of an unsent comment', () => {
  it('survive a reload and are removed once the comment is sent', async () => {
    stubTicket({}, (request) =>
      request.url.pathname.endsWith('/comments') ? savedComment(request) : stored(request),
    )
    openTicket()
    await write('See these')
    await drop(file('one.txt'), file('two.txt'))
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.txt' }))
    cleanup()
    openTicket()
    expect((await chosen()).getByText('two.txt')).toBeVisible()
    expect(screen.queryByText('one.txt')).toBeNull()
    await userEvent.click(sendButton())
    expect(await screen.findByRole('button', { name: 'Preview two.txt' })).toBeVisible()
    await waitFor(() => expect(kept.size).toBe(0))
    expect(localStorage).toHaveLength(0)
  })

  it('leave when another tab has sent them', async () => {
    stubTicket({})
    openTicket()
    await drop(file('one.txt'))
    expect((await chosen()).getByText('one.txt')).toBeVisible()
    const key = Object.keys(localStorage).find((each) => each.endsWith(':files')) ?? ''
    localStorage.removeItem(key)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })))
    expect(screen.queryByText('one.txt')).toBeNull()
  })

  it('stay with a refused comment, also after a reload, and are uploaded on retry', async () => {
    let broken = true
    stubTicket({}, (request) => {
      if (!request.url.pathname.endsWith('/comments')) return stored(request)
      return broken ? refusal(500, 'boom', 'XX000') : savedComment(request)
    })
    openTicket()
    await drop(file('one.txt'))
    await write('See this')
    await userEvent.click(sendButton())
    await screen.findByText('Not sent')
    await waitFor(() => expect([...kept.keys()]).toEqual([expect.stringContaining(':outbox:')]))
    reload()
    openTicket()
    expect(await screen.findByText('one.txt')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Preview one.txt' })).toBeVisible()
    await waitFor(() => expect(kept.size).toBe(0))
  })

  it('are uploaded once when the comment was stored but the response lost', async () => {
    let arrived: ReturnType<typeof buildCommentRow>[] = []
    const detail = () => ({ comments: arrived })
    const sent = stubTicket(detail, (request) => {
      if (!request.url.pathname.endsWith('/comments')) return stored(request)
      arrived = [savedComment(request).body]
      return refusal(500, 'the answer is lost', 'XX000')
    })
    openTicket()
    await drop(file('one.txt'))
    await write('See this')
    await userEvent.click(sendButton())
    await screen.findByText('Not sent')
    reload()
    openTicket()
    expect(await screen.findByRole('button', { name: 'Preview one.txt' })).toBeVisible()
    expect(screen.queryByText('Not sent')).toBeNull()
    await waitFor(() => expect(kept.size).toBe(0))
    const records = sent.filter(
      ({ url, method }) => method === 'POST' && url.pathname.endsWith('/attachments'),
    )
    expect(records.map(({ body }) => body)).toEqual([expect.objectContaining({ comment_id: arrived[0]?.id })])
  })

  it('are asked for again when the browser lost them, and the text is kept', async () => {
    stubTicket({})
    openTicket()
    await write('See this')
    await drop(file('one.txt'))
    await waitFor(() => expect(kept.size).toBe(1))
    kept.clear()
    cleanup()
    openTicket()
    expect(await screen.findByText(/Please attach its files again/)).toBeVisible()
    expect(await box()).toHaveValue('See this')
    expect(sendButton()).toBeEnabled()
  })
})

describe('the limits of the workspace', () => {
  it('apply to chosen files, also when lowered afterwards', async () => {
    let limits = { max_files: 2, max_file_bytes: 10 }
    stubTicket(() => ({ limits }))
    openTicket()
    await drop(file('big.txt', 11), file('one.txt'), file('two.txt', 10), file('three.txt'))
    expect(screen.getByRole('alert')).toHaveTextContent('big.txt: File is too large: the limit is 10 Bytes')
    expect(screen.getByRole('alert')).toHaveTextContent('three.txt: Too many files')
    await waitFor(() => expect(kept.size).toBe(1))
    limits = { max_files: 1, max_file_bytes: 10 }
    cleanup()
    openTicket()
    expect((await chosen()).getByText('one.txt')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('two.txt: Too many files')
  })

  it('replace the button with a text when no files are accepted', async () => {
    stubTicket({ limits: { max_files: 0, max_file_bytes: 1024 } })
    openTicket()
    expect(await screen.findByText('File attachments are turned off.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull()
    await drop(file('one.txt'))
    expect(screen.queryByRole('list', { name: 'Selected files' })).toBeNull()
    await write('Words go all the same')
    expect(sendButton()).toBeEnabled()
  })
})
