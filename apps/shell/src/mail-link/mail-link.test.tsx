import { AppError } from '@helpdesk/supabase/errors/app-error'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Component as RatingPage } from '../rating/RatingPage'
import { openPage, press } from '../testing/open-page'
import { Component as UnsubscribePage } from '../unsubscribe/UnsubscribePage'

const calls = vi.hoisted(() => ({ getRatedTicket: vi.fn(), rateByLink: vi.fn() }))
vi.mock('../rating/rating-link', async (original) => ({ ...(await original<object>()), ...calls }))
const subscriptions = vi.hoisted(() => ({ getSubscription: vi.fn(), setSubscription: vi.fn() }))
vi.mock('../unsubscribe/subscription', () => subscriptions)
vi.mock('../app/portal-services', () => ({ whenConfigured: () => Promise.resolve() }))

const ticket = { ticket_number: 7 }
const subscription = {
  kind: 'reply',
  is_staff: false,
  is_subscribed: true,
  is_in_text: true,
  ticket_number: null,
}

const openRating = () => openPage('/auth/rate?token=abc&answer=bad', { '/auth/rate': <RatingPage /> })
const openUnsubscribe = () =>
  openPage('/auth/unsubscribe?token=abc', { '/auth/unsubscribe': <UnsubscribePage /> })

beforeEach(() => {
  calls.getRatedTicket.mockReset().mockResolvedValue(ticket)
  calls.rateByLink.mockReset().mockResolvedValue(ticket)
  subscriptions.getSubscription.mockReset().mockResolvedValue(subscription)
  subscriptions.setSubscription.mockReset().mockResolvedValue({ ...subscription, is_subscribed: false })
})

describe('the rating of a mail', () => {
  it('moves the focus to the thanks when it is sent, and when it is changed', async () => {
    openRating()
    await press('Send rating')
    expect(calls.rateByLink).toHaveBeenCalledExactlyOnceWith('abc', 'bad')
    expect(await screen.findByRole('status')).toHaveTextContent('Thank you. Your rating: Bad')
    expect(screen.getByRole('status')).toHaveFocus()
    await userEvent.click(screen.getByRole('radio', { name: /Good/ }))
    await press('Change rating')
    expect(await screen.findByText('Thank you. Your rating: Good')).toBeVisible()
    expect(screen.getByRole('status')).toHaveFocus()
  })

  it('says why it was refused and can be sent again', async () => {
    calls.rateByLink.mockRejectedValueOnce(new AppError('no', { code: 'rating_limit', status: 400 }))
    openRating()
    await press('Send rating')
    expect(await screen.findByText(/changed too often today/)).toBeVisible()
    await press('Send rating')
    expect(await screen.findByText('Thank you. Your rating: Bad')).toBeVisible()
  })
})

describe('the link of a mail', () => {
  it('that is not valid names the way on', async () => {
    calls.getRatedTicket.mockRejectedValue(new AppError('no', { status: 404 }))
    openRating()
    expect(await screen.findByText('This link is not valid any more')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Open the portal' })).toBeVisible()
  })

  it('that cannot be read can be tried again', async () => {
    subscriptions.getSubscription.mockRejectedValueOnce(new AppError('no', { status: 500 }))
    openUnsubscribe()
    await press('Try again')
    await press('Unsubscribe')
    expect(subscriptions.setSubscription).toHaveBeenCalledExactlyOnceWith('abc', false)
    expect(await screen.findByText(/You no longer get an email/)).toBeVisible()
    expect(screen.getByText(/We sent you an email about this/)).toBeVisible()
  })
})
