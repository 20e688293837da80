import { describe, expect, it } from 'vitest'
import { readSettings, root } from '../settings'
import { readAuthConfig } from './config'
import { allowedRedirect } from './redirects'

const own = 'http://127.0.0.1:4200'
const dev = 'http://127.0.0.1:4201'

/** Where a link that asks for `wanted` leads, with the environment given. */
async function landing(wanted: string | null, env: Record<string, string>): Promise<string> {
  const settings = readSettings(env)
  const config = await readAuthConfig(`${root}/supabase`, settings.devOrigin)
  return allowedRedirect(wanted, config.siteOrigin ?? own, config.redirectPatterns)
}

describe('where links and redirects lead', () => {
  it('is this origin, and no other', async () => {
    expect(await landing(null, {})).toBe(own)
    expect(await landing(`${own}/auth/callback`, {})).toBe(`${own}/auth/callback`)
    expect(await landing(`${dev}/auth/callback`, {})).toBe(own)
  })

  it("is the shell's development server when that stands in front", async () => {
    const env = { HELPDESK_DEV_ORIGIN: `${dev}/` }
    expect(await landing(null, env)).toBe(dev)
    expect(await landing(`${dev}/auth/callback`, env)).toBe(`${dev}/auth/callback`)
    expect(await landing('http://127.0.0.1:9/auth/callback', env)).toBe(dev)
  })
})
