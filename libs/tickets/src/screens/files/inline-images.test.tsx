// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildAttachment, buildCommentRow, pngOf, signInAs } from '../../testing'
import { openTicket, resetDevice, stubTicket } from '../testing'

const near: (() => void)[] = []
class StubObserver {
  constructor(private readonly report: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    near.push(() => this.report([{ isIntersecting: true }]))
  }
  disconnect() {}
}

beforeEach(() => {
  resetDevice()
  signInAs()
  near.length = 0
  vi.stubGlobal('IntersectionObserver', StubObserver)
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => undefined
})

it('shows pictures inside their message, loads them when they come near and opens them in the preview', async () => {
  const comment = buildCommentRow()
  const requests = stubTicket(
    { comments: [comment], attachments: [buildAttachment({ comment_id: comment.id })] },
    () => ({ body: pngOf(3, 2) }),
  )
  openTicket()
  const picture = await screen.findByRole('button', { name: 'Preview photo.png' })
  expect(picture.closest('li')).toHaveTextContent('It blinks red.')
  expect(requests).toEqual([])
  act(() => near.forEach((report) => report()))
  await waitFor(() => expect(picture.querySelector('img')).toHaveAttribute('src', 'blob:picture'))
  expect(requests).toHaveLength(1)
  await userEvent.click(picture)
  expect(await screen.findByRole('dialog')).toHaveTextContent('photo.png')
})

it('does not load a picture that has more pixels than a browser can unpack', async () => {
  const created = vi.spyOn(URL, 'createObjectURL')
  const requests = stubTicket({ attachments: [buildAttachment()] }, () => ({ body: pngOf(20_000, 20_000) }))
  openTicket()
  const picture = await screen.findByRole('button', { name: 'Preview photo.png' })
  act(() => near.forEach((report) => report()))
  await waitFor(() => expect(requests).toHaveLength(1))
  await userEvent.click(picture)
  expect(await screen.findByText('This file cannot be shown here')).toBeVisible()
  expect(created).not.toHaveBeenCalled()
  expect(picture.querySelector('img')).toBeNull()
})

it('shows a picture of a received mail where its text names it, once', async () => {
  const comment = buildCommentRow({ source: 'mail', content: 'Look:\n[image: photo.png]\nIt is broken.' })
  stubTicket({ comments: [comment], attachments: [buildAttachment({ comment_id: comment.id })] })
  openTicket()
  const picture = await screen.findByRole('button', { name: 'Preview photo.png' })
  expect(screen.queryByText(/\[image:/)).toBeNull()
  const above = screen.getByText('Look:').compareDocumentPosition(picture)
  expect(above & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  const below = screen.getByText('It is broken.').compareDocumentPosition(picture)
  expect(below & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
})

it('does not show a file inline whose type contradicts its name', async () => {
  stubTicket({ attachments: [buildAttachment({ file_name: 'page.html', file_type: 'image/png' })] })
  openTicket()
  expect(await screen.findByText('page.html')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Preview page.html' })).toBeNull()
})
