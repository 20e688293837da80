import { act, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../UiProvider'
import { dismissToast, notificationsAtom, toast } from './toast'

const show = (type: 'info' | 'success' | 'error' = 'info', title = 'Comment added') =>
  act(() => void toast({ title, type }))
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    render(<UiProvider>page</UiProvider>)
  })
  afterEach(() => {
    act(() => {
      dismissToast()
      vi.runAllTimers()
    })
    vi.useRealTimers()
  })

  it('come into a live region that is there before them', () => {
    expect(screen.getByRole('region', { name: 'Notifications' })).toHaveAttribute('aria-live', 'polite')
  })

  it('stay for exactly 5 s', () => {
    show()
    pass(4_999)
    expect(screen.getByRole('status')).toHaveTextContent('Comment added')
    pass(1)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('show one at a time, the newest', () => {
    show('info', 'first')
    show('info', 'second')
    expect(screen.queryByText('first')).toBeNull()
    expect(screen.getByText('second')).toBeVisible()
  })

  it('interrupt a screen reader only for errors', () => {
    show('error', 'Error')
    expect(screen.getByRole('alert')).toHaveTextContent('Error')
  })

  it('pause while the pointer is over them', () => {
    show()
    pass(3_000)
    fireEvent.pointerEnter(screen.getByRole('status'))
    pass(60_000)
    expect(screen.getByRole('status')).toBeVisible()
    fireEvent.pointerLeave(screen.getByRole('status'))
    pass(1_999)
    expect(screen.getByRole('status')).toBeVisible()
    pass(1)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it.each([
    [49, 1],
    [50, 0],
  ])('swiped right by %i px leave %i on the screen', (distance, left) => {
    show()
    const card = screen.getByRole('status')
    // jsdom has none
    const capture = (card.setPointerCapture = vi.fn())
    fireEvent.pointerDown(card, { clientX: 10 })
    fireEvent.pointerMove(card, { clientX: 13 })
    expect(capture).not.toHaveBeenCalled()
    fireEvent.pointerMove(card, { clientX: 10 + distance })
    expect(capture).toHaveBeenCalledOnce()
    fireEvent.pointerUp(card, { clientX: 10 + distance })
    expect(screen.queryAllByRole('status')).toHaveLength(left)
  })

  it('run their action and disappear', () => {
    const run = vi.fn()
    act(() => void toast({ title: 'Status changed', action: { label: 'Undo', run } }))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(run).toHaveBeenCalledOnce()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('stay in the notifications for 1,000 s', () => {
    show()
    act(() => dismissToast())
    pass(999_999)
    expect(getDefaultStore().get(notificationsAtom)).toHaveLength(1)
    pass(1)
    expect(getDefaultStore().get(notificationsAtom)).toHaveLength(0)
  })
})
