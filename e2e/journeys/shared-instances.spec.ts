import type { Page } from '@playwright/test'
import { expect, people, signIn, test } from '../support/portal'

/**
 * What the modules of the remotes got from the page: the packages, and who is signed in as their copies of the store
 * and the session see it.
 */
const received = (page: Page) =>
  page.evaluate(() => {
    const held = Reflect.get(globalThis, '__HELPDESK_SHARED__') as Record<string, Record<string, unknown>>
    const { getDefaultStore } = held['jotai'] as unknown as typeof import('jotai')
    const { authStateAtom } = held['@helpdesk/auth'] as unknown as typeof import('@helpdesk/auth')
    return { names: Object.keys(held).sort(), email: getDefaultStore().get(authStateAtom).user?.email }
  })

const usual = [
  '@helpdesk/auth',
  '@helpdesk/tickets',
  '@helpdesk/ui',
  '@helpdesk/ui/router',
  'jotai',
  'react',
  'react/jsx-runtime',
]
const everything = [...usual, '@helpdesk/supabase', '@helpdesk/ui/query'].sort()

for (const [email, remote, heading, names] of [
  [people.customer, 'customer-portal', 'Welcome Back!', usual],
  [people.agent, 'agent-workspace', 'Agent Dashboard', usual],
  [people.admin, 'admin-console', 'Admin Dashboard', everything],
] as const) {
  test(`shell and ${remote} hold one instance of react, the jotai store and the libraries`, async ({
    page,
  }) => {
    const bodies: Promise<string>[] = []
    page.on('response', (response) => {
      if (/\/remotes\/.*\.js/.test(response.url())) bodies.push(response.text())
    })
    await signIn(page, email)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()

    expect(await received(page)).toEqual({ names, email })

    // A second copy could only come with the remote's own files: these marks stand in the sources of React, the session,
    // the clients' settings and the query cache.
    const code = await Promise.all(bodies)
    expect(code.length).toBeGreaterThan(0)
    for (const text of code) {
      expect(text).not.toContain('react.transitional.element')
      expect(text).not.toContain('helpdesk-auth')
      expect(text).not.toContain('configureSupabase was already called')
      expect(text).not.toContain('No QueryClient set')
    }
  })
}
