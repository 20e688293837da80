import type * as Auth from '@helpdesk/auth'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { saveReturnPath, readReturnPath } from '../app/return-path'
import { openPage } from '../testing/open-page'
import { Component as CallbackPage } from './CallbackPage'
import { LoginPage } from './LoginPage'

const commands = vi.hoisted(() => ({
  signInWithProvider: vi.fn(() => Promise.resolve('https://github.example/authorize')),
  exchangeCode: vi.fn(() => Promise.resolve({ recovering: false })),
}))
vi.mock('../app/session', async (original) => ({
  ...(await original<typeof import('../app/session')>()),
  auth: async () => ({ ...(await vi.importActual<typeof Auth>('@helpdesk/auth')), ...commands }),
}))

beforeEach(() => sessionStorage.clear())

const open = (path: string, state?: unknown) =>
  openPage(path, { '/auth/login': <LoginPage />, '/auth/callback': <CallbackPage /> }, state)

it('saves the path to return to before a social sign-in', async () => {
  open('/auth/login', { from: { pathname: '/tickets/1', search: '?tab=notes' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue with GitHub' }))
  // @helpdesk/auth is imported on the click
  await vi.waitFor(() => expect(commands.signInWithProvider).toHaveBeenCalledWith('github'), 10_000)
  expect(readReturnPath()).toBe('/tickets/1?tab=notes')
})

it('removes the saved path before a sign-in without one', async () => {
  saveReturnPath('/tickets/old')
  open('/auth/login')
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  expect(readReturnPath()).toBe('/')
})

it.each([
  ['the saved path', '/auth/callback?code=abc', '/tickets/1'],
  ['the path of the link', '/auth/callback?code=abc&next=/settings', '/settings'],
  ['the start page instead of another origin', '/auth/callback?code=abc&next=//evil.example', '/'],
])('the callback opens %s and removes the saved path', async (_, path, target) => {
  saveReturnPath('/tickets/1')
  const router = open(path)
  await screen.findByText('arrived')
  expect(router.state.location.pathname).toBe(target)
  expect(readReturnPath()).toBe('/')
})

it('shows what a sign-out without a network leaves behind, not as an error', () => {
  open('/auth/login', { notice: 'You are signed out on this device.' })
  expect(screen.getByText('You are signed out on this device.').closest('[role=status]')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
