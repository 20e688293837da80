import { z } from 'zod'

const portals = z.array(
  z.object({
    url: z.string(),
    publishableKey: z.string(),
    secretKey: z.string(),
    databaseUrl: z.string(),
    /** For mails to the workspace. */
    smtpUrl: z.string(),
  }),
)
export type Portal = z.infer<typeof portals>[number]

const index = Number(process.env.TEST_PARALLEL_INDEX ?? 0)

/** The portal of this worker, started by the global setup; blank while Playwright only lists the tests. */
export const portal: Portal = portals.parse(JSON.parse(process.env.PORTALS ?? '[]'))[index] ?? {
  url: '',
  publishableKey: '',
  secretKey: '',
  databaseUrl: '',
  smtpUrl: '',
}
