import { startStack } from '@helpdesk/testing/stack'
import type { TestProject } from 'vitest/node'

export interface Place {
  url: string
  publishableKey: string
  secretKey: string
  databaseUrl: string
  smtpUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    places: Place[]
  }
}

/** One backend for each worker, so that files run side by side. */
export default async function setup(project: TestProject) {
  const workers = Math.max(1, Number(project.config.maxWorkers) || 1)
  const stacks = await Promise.all(
    Array.from({ length: workers }, () =>
      startStack({
        seed: 'empty',
        // All test users share one address.
        env: {
          HELPDESK_RATE_LIMITS: 'address_mails=5000,network_mails=5000,stranger_mails=5000,email_sent=5000',
        },
      }),
    ),
  )
  project.provide(
    'places',
    stacks.map(({ url, publishableKey, secretKey, databaseUrl, smtpUrl = '' }) => ({
      url,
      publishableKey,
      secretKey,
      databaseUrl,
      smtpUrl,
    })),
  )
  return () => Promise.all(stacks.map((stack) => stack.stop()))
}
