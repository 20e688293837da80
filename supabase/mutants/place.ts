import type { TestProject } from 'vitest/node'
import { z } from 'zod'

const place = z.object({
  url: z.string(),
  publishableKey: z.string(),
  secretKey: z.string(),
  databaseUrl: z.string(),
  smtpUrl: z.string().default(''),
})

/** Provides the backend with the mutant in place of one of the tests' own. */
export default function setup(project: TestProject): void {
  project.provide('places', [place.parse(JSON.parse(process.env.MUTANT_PLACE ?? ''))])
}
