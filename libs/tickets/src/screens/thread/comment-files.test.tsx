// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { dismissToast } from '@helpdesk/ui'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAttachment, buildCommentRow, CUSTOMER_ID, signInAs, type SentRequest } from '../../testing'
import { stubIndexedDB } from '../../testing/stub-indexed-db'
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
  writeAndSend,
} from '../testing'

const photo = buildAttachment()
const report = buildAttachment({ id: 'pdf', file_name: 'report.pdf', file_type: 'application/pdf' })
const log = buildAttachment({ id: 'txt', file_name: 'log.txt', file_type: 'text/plain' })

beforeEach(() => {
  resetDevice()
  signInAs()
})

describe('files on a comment', () => {
  const file = (name: string) => new File(['bytes'], name, { type: 'image/png' })
  const drop = async (files: File[]) =>
    fireEvent.drop(await box(), { dataTransfer: { files, types: ['Files'] } })
  const chosen = () => within(screen.getByRole('list', { name: 'Selected files' }))
  const isUpload = ({ url, method }: SentRequest) => method === 'POST' && url.pathname.startsWith('/storage/')

  /** Answers comment, bytes and record; `fails` names files whose bytes are refused. */
  const backend = (fails: () => string[]) =>
    stubTicket({}, (request) => {
      if (request.url.pathname.endsWith('/comments')) return savedComment(request)
      if (isUpload(request)) {
        const name = request.body instanceof File ? request.body.name : ''
        return fails().includes(name) ? refusal(500, 'boom') : { body: { Key: 'k' } }
      }
      const row = request.body as object
      return { status: 201, body: { ...photo, id: crypto.randomUUID(), uploaded_by: CUSTOMER_ID, ...row } }
    })

  it('can be dropped, pasted, chosen and removed, and are refused with a reason', async () => {
    stubTicket({ attachments: [photo, report, log] })
    const { container } = openTicket()
    await drop([file('one.png'), new File(['x'], 'bad.exe')])
    expect(chosen().getByText('one.png')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(/bad.exe: File type must be one of/)
    fireEvent.paste(await box(), { clipboardData: { files: [file('image.png')], getData: () => '' } })
    expect(chosen().getByText(/^pasted-.*\.png$/)).toBeVisible()
    const picker = container.querySelector<HTMLInputElement>('input[type=file]')
    if (!picker) throw new Error('no picker')
    // The ticket has three files and two are chosen, which is the limit.
    await userEvent.upload(picker, file('late.png'))
    expect(screen.getByRole('alert')).toHaveTextContent('late.png: Too many files')
    await userEvent.click(screen.getByRole('button', { name: 'Remove one.png' }))
    await userEvent.upload(picker, file('late.png'))
    expect(chosen().getByText('late.png')).toBeVisible()
  })

  it('are not taken from a paste that also has text', async () => {
    stubTicket({})
    openTicket()
    const paste = async (text: string) =>
      fireEvent.paste(await box(), { clipboardData: { files: [file('image.png')], getData: () => text } })
    await paste('words')
    expect(screen.queryByRole('list', { name: 'Selected files' })).toBeNull()
    await paste('')
    expect(chosen().getByText(/^pasted-.*\.png$/)).toBeVisible()
  })

  it('cannot be sent without text', async () => {
    stubTicket({})
    openTicket()
    await drop([file('one.png')])
    expect(sendButton()).toBeDisabled()
    await write('See this')
    expect(sendButton()).toBeEnabled()
  })

  it('are uploaded after the comment, and a failed file is retried alone', async () => {
    let fails = ['two.png']
    const sent = backend(() => fails)
    openTicket()
    await drop([file('one.png'), file('two.png')])
    await writeAndSend('See this')
    expect(await screen.findByRole('button', { name: 'Preview one.png' })).toBeVisible()
    expect(await screen.findByText(/could not store the file/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Preview two.png' })).toBeNull()
    fails = []
    await userEvent.click(screen.getByRole('button', { name: 'Retry two.png' }))
    expect(await screen.findByRole('button', { name: 'Preview two.png' })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Files being uploaded' })).toBeNull()
    expect(sent.filter(isUpload)).toHaveLength(3)
    expect(sent.filter(({ url }) => url.pathname.endsWith('/comments'))).toHaveLength(1)
    const records = sent.filter(({ url }) => url.pathname.endsWith('/attachments')).map(({ body }) => body)
    expect(records).toHaveLength(2)
    for (const record of records)
      expect(record).toMatchObject({ comment_id: expect.stringMatching(/^saved-/) })
  })

  it('are announced before the comment is sent, and given up when removed', async () => {
    const sent = backend(() => ['two.png'])
    openTicket()
    await drop([file('two.png')])
    await writeAndSend('See this')
    await screen.findByText(/could not store the file/)
    await userEvent.click(screen.getByRole('button', { name: 'Remove two.png' }))
    expect(screen.queryByText('two.png')).toBeNull()
    expect(screen.getByText('See this')).toBeVisible()
    const calls = sent.map(({ url }) => url.pathname.split('/').at(-1))
    expect(calls.slice(0, 2)).toEqual(['announce_files', 'comments'])
    const [announced, comment] = sent.map(({ body }) => body)
    const { request_id } = comment as { request_id: string }
    expect(announced).toEqual({ request_id, names: ['two.png'] })
    await waitFor(() => expect(sent.at(-1)?.url.pathname).toMatch(/\/forget_files$/))
    expect(sent.at(-1)?.body).toEqual({ request_id, names: ['two.png'] })
  })

  it('are counted before and after a retry when the browser has lost them', async () => {
    const device = stubIndexedDB()
    let isDown = true
    stubTicket({}, (request) => {
      if (!request.url.pathname.endsWith('/comments')) return { body: null }
      return isDown ? refusal(500, 'boom') : savedComment(request)
    })
    openTicket()
    await drop([file('one.png')])
    await writeAndSend('See this')
    expect(await screen.findByText('Not sent')).toBeVisible()
    reload()
    device.clear()
    for (let page = 0; page < 2; page += 1) {
      openTicket()
      expect(await screen.findByText('1 file is no longer on this device. Attach it again.')).toBeVisible()
      if (page === 0) reload()
    }
    isDown = false
    dismissToast()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Comment added')).toBeVisible()
    expect(screen.getByText('1 file is no longer on this device. Attach it again.')).toBeVisible()
    vi.unstubAllGlobals()
  })

  it.each([
    ['their author, who can give them up', CUSTOMER_ID, 1],
    ['other readers', 'somebody-else', 0],
  ])('that are on another device are named to %s', async (_, author, buttons) => {
    const comment = buildCommentRow({ user_id: author })
    const missing = (name: string) => ({ request_id: 'r1', comment_id: comment.id, name })
    const sent = stubTicket({
      comments: [comment],
      attachments: [{ ...photo, comment_id: comment.id, file_name: 'there.png' }],
      missing_files: [missing('there.png'), missing('one.png'), missing('two.png')],
    })
    openTicket()
    expect(await screen.findByText('2 files are not uploaded yet: one.png, two.png')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: 'Discard files' })).toHaveLength(buttons)
    if (buttons === 0) return
    await userEvent.click(screen.getByRole('button', { name: 'Discard files' }))
    await waitFor(() =>
      expect(sent.at(-1)?.body).toEqual({ request_id: 'r1', names: ['one.png', 'two.png'] }),
    )
  })

  it('stay with a comment that was not sent and are uploaded on retry', async () => {
    let broken = true
    stubTicket({}, (request) => {
      if (request.url.pathname.endsWith('/comments'))
        return broken ? refusal(500, 'boom', 'XX000') : savedComment(request)
      return isUpload(request)
        ? { body: {} }
        : { status: 201, body: { ...photo, ...(request.body as object) } }
    })
    openTicket()
    await drop([file('one.png')])
    await writeAndSend('See this')
    await screen.findByText('Not sent')
    expect(screen.getByText('one.png')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Preview one.png' })).toBeVisible()
  })
})
