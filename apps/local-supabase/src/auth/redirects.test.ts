import { describe, expect, it } from 'vitest'
import { readSettings, root } from '../settings'
import { readAuthConfig } from './config'
import { allowedRedirect } from './redirects'

const own = 'http://127.0.0.1:4200'
const dev = 'http://127.0.0.1:4201'

/** Resolves a `redirect_to` under an environment. */
async function resolve(requested: string | null, env: Record<string, string>): Promise<string> {
  const settings = readSettings(env)
  const config = await readAuthConfig(`${root}/supabase`, settings.devOrigin)
  return allowedRedirect(requested, config.siteOrigin ?? own)
}

describe('the target of links and redirects', () => {
  it('is limited to this origin', async () => {
    expect(await resolve(null, {})).toBe(own)
    expect(await resolve(`${own}/auth/callback`, {})).toBe(`${own}/auth/callback`)
    expect(await resolve(`${dev}/auth/callback`, {})).toBe(own)
    expect(await resolve('http://localhost:4200/auth/callback', {})).toBe(
      'http://localhost:4200/auth/callback',
    )
    expect(await resolve(`blob:${own}/x`, {})).toBe(own)
  })

  it('ignores the port of config.toml', async () => {
    const elsewhere = 'http://127.0.0.1:4310'
    for (const listed of ['http://127.0.0.1:4200/auth/callback', 'http://localhost:4200/'])
      expect(allowedRedirect(listed, elsewhere)).toBe(elsewhere)
  })

  it("is the shell's development server when that proxies the backend", async () => {
    const env = { HELPDESK_DEV_ORIGIN: `${dev}/` }
    expect(await resolve(null, env)).toBe(dev)
    expect(await resolve(`${dev}/auth/callback`, env)).toBe(`${dev}/auth/callback`)
    expect(await resolve('http://127.0.0.1:9/auth/callback', env)).toBe(dev)
  })
})
