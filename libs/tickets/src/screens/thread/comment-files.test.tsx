// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildAttachment, CUSTOMER_ID, signInAs, type SentRequest } from '../../testing'
import {
  box,
  openTicket,
  refusal,
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

  it('can be removed after a failed upload', async () => {
    backend(() => ['two.png'])
    openTicket()
    await drop([file('two.png')])
    await writeAndSend('See this')
    await screen.findByText(/could not store the file/)
    await userEvent.click(screen.getByRole('button', { name: 'Remove two.png' }))
    expect(screen.queryByText('two.png')).toBeNull()
    expect(screen.getByText('See this')).toBeVisible()
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
