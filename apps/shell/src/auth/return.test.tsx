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

it('a social sign-in saves the path to return to', async () => {
  open('/auth/login', { from: { pathname: '/tickets/1', search: '?tab=notes' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue with GitHub' }))
  // @helpdesk/auth is imported on the click
  await vi.waitFor(() => expect(commands.signInWithProvider).toHaveBeenCalledWith('github'), 10_000)
  expect(readReturnPath()).toBe('/tickets/1?tab=notes')
})

it('a sign-in without a path removes the saved one', async () => {
  saveReturnPath('/tickets/old')
  open('/auth/login')
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  expect(readReturnPath()).toBe('/')
})

it.each([
  ['the place that was noted', '/auth/callback?code=abc', '/tickets/1'],
  ['what the link itself says', '/auth/callback?code=abc&next=/settings', '/settings'],
  ['never another origin', '/auth/callback?code=abc&next=//evil.example', '/'],
])('the way back leads to %s, once', async (_, path, target) => {
  saveReturnPath('/tickets/1')
  const router = open(path)
  await screen.findByText('arrived')
  expect(router.state.location.pathname).toBe(target)
  expect(readReturnPath()).toBe('/')
})
