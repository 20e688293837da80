import type { FullConfig } from '@playwright/test'
import { startStack } from '@helpdesk/testing/stack'

/** A portal with the demo desk for each worker, so that journeys side by side share no data. */
export default async function startPortals({ workers }: FullConfig): Promise<() => Promise<void>> {
  const stacks = [await startStack({ seed: 'demo', static: true })]
  // The first has left a template, which the others copy.
  while (stacks.length < workers) stacks.push(await startStack({ seed: 'demo', static: true }))
  process.env.PORTALS = JSON.stringify(
    stacks.map(({ url, publishableKey, secretKey, databaseUrl }) => ({
      url,
      publishableKey,
      secretKey,
      databaseUrl,
    })),
  )
  return async () => void (await Promise.all(stacks.map((stack) => stack.stop())))
}
