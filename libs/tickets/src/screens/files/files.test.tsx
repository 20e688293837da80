// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAttachment, pngOf, signInAs } from '../../testing'
import { openTicket, resetDevice, stubTicket } from '../testing'

const openPdf = vi.hoisted(() => vi.fn())
vi.mock('./preview/pdf', () => ({ openPdf }))

beforeEach(() => {
  resetDevice()
  signInAs()
  vi.stubGlobal('IntersectionObserver', AlwaysVisible)
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined })
})

/** Reports every element as visible. */
class AlwaysVisible {
  constructor(private readonly notify: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.notify([{ isIntersecting: true }])
  }
  disconnect() {}
}

const photo = buildAttachment()
const report = buildAttachment({ id: 'pdf', file_name: 'report.pdf', file_type: 'application/pdf' })
const log = buildAttachment({ id: 'txt', file_name: 'log.txt', file_type: 'text/plain', uploaded_by: 'a1' })
const letter = buildAttachment({ id: 'doc', file_name: 'letter.doc', file_type: 'application/msword' })
const all = [photo, report, log, letter]

const open = (name: string) => userEvent.click(screen.getByRole('button', { name: `Preview ${name}` }))
const dialog = (name: string) => screen.findByRole('dialog', { name })

describe('file preview', () => {
  it('loads the bytes only when opened, in one request', async () => {
    const sent = stubTicket({ attachments: all }, () => ({ body: pngOf(3, 2) }))
    openTicket()
    await screen.findByText('photo.png')
    expect(sent).toHaveLength(0)
    await open('photo.png')
    const picture = await within(await dialog('photo.png')).findByRole('img', { name: 'photo.png' })
    expect(picture).toHaveAttribute('src', 'blob:picture')
    expect(sent.map(({ url }) => url.pathname)).toEqual([
      `/storage/v1/object/ticket-attachments/${photo.storage_path}`,
    ])
  })

  it('shows a text file without interpreting markup', async () => {
    stubTicket({ attachments: all }, () => ({ body: '<img src=x onerror=alert(1)>' }))
    openTicket()
    await screen.findByText('log.txt')
    await open('log.txt')
    expect(await screen.findByText(/<img src=x onerror=alert\(1\)>/)).toBeVisible()
    expect((await dialog('log.txt')).querySelector('img')).toBeNull()
  })

  it('draws a PDF page by page, with its text for screen readers', async () => {
    const draw = vi.fn(async ({ page }: { page: number }) => ({
      picture: { width: 600, height: 800, close: () => undefined },
      ratio: 0.75,
      words: `Words of page ${page}`,
    }))
    openPdf.mockResolvedValue({ pages: 2, draw, close: () => undefined })
    stubTicket({ attachments: all }, () => ({ body: '%PDF' }))
    openTicket()
    await screen.findByText('report.pdf')
    await open('report.pdf')
    expect(await screen.findByRole('img', { name: 'Page 2 of 2 of report.pdf' })).toBeInTheDocument()
    expect(await screen.findByText('Words of page 1')).toBeInTheDocument()
    expect(await screen.findByText('Words of page 2')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(screen.getByText('150%')).toBeVisible()
    await waitFor(() => expect(draw).toHaveBeenCalledTimes(4))
  })

  it('shows the first pages of a PDF that says it has a million, and the one that cannot be drawn as such', async () => {
    const draw = vi.fn(({ page }: { page: number }) =>
      Promise.reject(new Error(`page ${page} takes too long`)),
    )
    openPdf.mockResolvedValue({ pages: 1_000_000, draw, close: () => undefined })
    stubTicket({ attachments: all }, () => ({ body: '%PDF' }))
    openTicket()
    await screen.findByText('report.pdf')
    await open('report.pdf')
    expect(await screen.findByText(/Only the first 200 of 1000000 pages are shown/)).toBeVisible()
    expect(screen.getAllByRole('img', { name: /^Page \d+ of 1000000/ })).toHaveLength(200)
    expect(await screen.findAllByText('This page could not be displayed')).toHaveLength(200)
  }, 30_000)

  it.each([
    ['PasswordException', /password-protected/],
    ['InvalidPDFException', /may be damaged/],
  ])('explains why a PDF cannot be shown: %s', async (name, text) => {
    openPdf.mockRejectedValue(Object.assign(new Error('x'), { name }))
    stubTicket({ attachments: all }, () => ({ body: '%PDF' }))
    openTicket()
    await screen.findByText('report.pdf')
    await open('report.pdf')
    expect(await screen.findByText('This PDF cannot be shown')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
  })

  it('reports a damaged picture', async () => {
    stubTicket({ attachments: all }, () => ({ body: pngOf(3, 2) }))
    openTicket()
    await screen.findByText('photo.png')
    await open('photo.png')
    fireEvent.error(await screen.findByRole('img', { name: 'photo.png' }))
    expect(await screen.findByText('This image is damaged')).toBeVisible()
  })

  it.each([
    ['has more pixels than a browser can unpack', pngOf(20_000, 20_000)],
    ['is none', new TextEncoder().encode('no picture')],
  ])('does not load a picture that %s', async (_name, body) => {
    stubTicket({ attachments: all }, () => ({ body }))
    openTicket()
    await screen.findByText('photo.png')
    await open('photo.png')
    const shown = within(await dialog('photo.png'))
    expect(await shown.findByText('This file cannot be shown here')).toBeVisible()
    expect(shown.queryByRole('img')).toBeNull()
    expect(shown.getByRole('button', { name: 'Download photo.png' })).toBeEnabled()
  })

  it('moves between files with the arrow keys, also to one without a preview', async () => {
    stubTicket({ attachments: [photo, log, letter] }, () => ({ body: 'bytes' }))
    openTicket()
    await screen.findByText('photo.png')
    await open('photo.png')
    expect(await screen.findByRole('button', { name: 'Previous file' })).toBeDisabled()
    await userEvent.keyboard('{ArrowRight}')
    expect(await dialog('log.txt')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    const last = within(await dialog('letter.doc'))
    expect(last.getByText('This file cannot be shown here')).toBeVisible()
    expect(last.getByRole('button', { name: 'Download letter.doc' })).toBeEnabled()
    expect(last.getByRole('button', { name: 'Next file' })).toBeDisabled()
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
    expect(await dialog('log.txt')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Preview photo.png' })).toHaveFocus()
  })

  it('zooms with the keyboard up to the limits', async () => {
    stubTicket({ attachments: all }, () => ({ body: 'bytes' }))
    openTicket()
    await screen.findByText('photo.png')
    await open('photo.png')
    await screen.findByText('100%')
    await userEvent.keyboard('++++++')
    expect(screen.getByText('400%')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
    await userEvent.keyboard('0-')
    expect(screen.getByText('75%')).toBeVisible()
  })

  it('offers Retry when the bytes cannot be loaded', async () => {
    let broken = true
    stubTicket({ attachments: all }, () =>
      broken
        ? { status: 400, body: { statusCode: '404', error: 'not_found', message: 'Object not found' } }
        : { body: 'x' },
    )
    openTicket()
    await screen.findByText('log.txt')
    await open('log.txt')
    const shown = within(await dialog('log.txt'))
    expect(await shown.findByText('This file could not be loaded')).toBeVisible()
    broken = false
    await userEvent.click(shown.getByRole('button', { name: 'Retry' }))
    expect(await shown.findByText('"x"')).toBeVisible()
  })

  it('is not offered for other file types', async () => {
    stubTicket({ attachments: [letter, { ...photo, file_type: 'application/pdf' }] })
    openTicket()
    await screen.findByText('letter.doc')
    expect(screen.queryByRole('button', { name: /^Preview/ })).toBeNull()
  })
})

describe('deleting a file', () => {
  it('is offered only for your own files', async () => {
    stubTicket({ attachments: [photo, log] })
    openTicket()
    expect(await screen.findByRole('button', { name: 'Delete photo.png' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Delete log.txt' })).toBeNull()
  })

  it('confirms before deleting an attachment', async () => {
    const sent = stubTicket({ attachments: [photo] }, () => ({ body: [photo] }))
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete photo.png' }))
    const confirmation = within(await dialog('Delete this file?'))
    // The picture itself is read.
    const changes = () => sent.filter(({ method }) => method !== 'GET')
    expect(changes()).toHaveLength(0)
    await userEvent.click(confirmation.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('photo.png')).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(changes().map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      'DELETE /rest/v1/attachments',
      'DELETE /storage/v1/object/ticket-attachments',
    ])
  })

  it('removes the file from the list even when its bytes cannot be deleted', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    stubTicket({ attachments: [photo] }, ({ url }) =>
      url.pathname.startsWith('/storage') ? { status: 500, body: { message: 'down' } } : { body: [photo] },
    )
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete photo.png' }))
    await userEvent.click(within(await dialog('Delete this file?')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByText('photo.png')).toBeNull())
    await waitFor(() => expect(logged).toHaveBeenCalledOnce())
    logged.mockRestore()
  })

  it('keeps the file and shows the reason when refused', async () => {
    stubTicket({ attachments: [photo] }, () => ({ body: [] }))
    openTicket()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete photo.png' }))
    await userEvent.click(within(await dialog('Delete this file?')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('or you cannot delete it')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('photo.png')).toBeVisible()
  })
})
