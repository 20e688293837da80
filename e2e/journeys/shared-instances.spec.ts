import type { Page, Response } from '@playwright/test'
import { z } from 'zod'
import { expect, people, test } from '../support/portal'
import { openAs } from '../support/session'

const singletons = [
  'react',
  'jotai',
  '@helpdesk/ui',
  '@helpdesk/ui/query',
  '@helpdesk/auth',
  '@helpdesk/supabase',
]

const scopes = z.array(z.object({ name: z.string(), versions: z.record(z.string(), z.array(z.string())) }))

/** Shared packages and their versions in each federation instance of the page: the shell and the loaded remotes. */
const sharedScopes = async (page: Page) =>
  scopes.parse(
    await page.evaluate(() => {
      const federation = Reflect.get(globalThis, '__FEDERATION__') as {
        __INSTANCES__: { name: string; shareScopeMap: Record<string, Record<string, object>> }[]
      }
      return federation.__INSTANCES__.map(({ name, shareScopeMap }) => ({
        name,
        versions: Object.fromEntries(
          Object.entries(shareScopeMap.default ?? {}).map(([key, found]) => [key, Object.keys(found)]),
        ),
      }))
    }),
  )

for (const [email, remote, heading] of [
  [people.customer, 'customer_portal', 'Welcome Back!'],
  [people.agent, 'agent_workspace', 'Agent Dashboard'],
  [people.admin, 'admin_console', 'Admin Dashboard'],
] as const) {
  test(`shell and ${remote} share one instance of react, the jotai store and the libraries`, async ({
    page,
  }) => {
    const bodies: Promise<string>[] = []
    const collect = (response: Response) => {
      if (/\/remotes\/.*\.js/.test(response.url())) bodies.push(response.text())
    }
    page.on('response', collect)
    await openAs(page, email)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()

    const found = await sharedScopes(page)
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['shell', remote]))
    for (const { name, versions } of found)
      for (const singleton of singletons.filter((key) => key in versions))
        expect(versions[singleton], `${singleton} as ${name} sees it`).toHaveLength(1)

    // A second copy would be in the remote's files: these strings occur in the sources of React, the session, the client
    // settings and the query cache.
    // Files of later screens may still arrive when the test ends.
    page.off('response', collect)
    const scripts = await Promise.all(bodies)
    expect(scripts.length).toBeGreaterThan(0)
    for (const text of scripts) {
      expect(text).not.toContain('react.transitional.element')
      expect(text).not.toContain('helpdesk-auth')
      expect(text).not.toContain('configureSupabase was already called')
      expect(text).not.toContain('No QueryClient set')
      expect(text).not.toContain('ChakraProvider')
    }
  })
}
