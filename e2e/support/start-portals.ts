import type { FullConfig } from '@playwright/test'
import { startStack } from '@helpdesk/testing/stack'

/** Starts a portal with demo data for each worker, so that parallel journeys share no data. */
export default async function startPortals({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks = [await startStack({ seed: 'demo', static: true, authLimits: true })]
  // The first one creates a template database, which the others copy.
  while (stacks.length < workers)
    stacks.push(await startStack({ seed: 'demo', static: true, authLimits: true }))
  process.env.PORTALS = JSON.stringify(
    stacks.map(({ url, publishableKey, secretKey, databaseUrl, smtpUrl = '' }) => ({
      url,
      publishableKey,
      secretKey,
      databaseUrl,
      smtpUrl,
    })),
  )
  return async () => void (await Promise.all(stacks.map((stack) => stack.stop())))
}
