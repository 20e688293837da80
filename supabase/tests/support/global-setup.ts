import { startStack } from '@helpdesk/testing/stack'
import type { TestProject } from 'vitest/node'

export interface Place {
  url: string
  publishableKey: string
  secretKey: string
  databaseUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    place: Place
  }
}

/** One backend for all files. */
export default async function setup(project: TestProject) {
  const { url, publishableKey, secretKey, databaseUrl, stop } = await startStack({
    seed: 'empty',
    // all the tests' people share one address
    env: {
      HELPDESK_RATE_LIMITS: 'address_mails=5000,network_mails=5000,stranger_mails=5000,email_sent=5000',
    },
  })
  project.provide('place', { url, publishableKey, secretKey, databaseUrl })
  return stop
}
