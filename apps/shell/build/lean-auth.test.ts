import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AUTH_METHODS } from '@helpdesk/supabase/auth-methods'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { leanClient } from './lean-auth'

const supabase = createRequire(createRequire(import.meta.url).resolve('@helpdesk/supabase'))
const file = join(supabase.resolve('@supabase/auth-js'), '../../module/GoTrueClient.js')
const source = readFileSync(file, 'utf8')
const lean = leanClient(source, parseAst(source).body)

const methodsOf = (code: string) =>
  [...code.matchAll(/^ {4}(?:async )?(\w+)\(.*\) \{$/gm)].map(([, name]) => name)

describe('the auth client of the build', () => {
  it('has what the portal uses', () =>
    expect(methodsOf(lean)).toEqual(expect.arrayContaining([...AUTH_METHODS])))

  it('is without what it does not use', () => {
    for (const gone of ['signInWithEthereum', 'signInWithPasskey', '_enroll', 'verifyOtp', 'getClaims']) {
      expect(methodsOf(source)).toContain(gone)
      expect(methodsOf(lean)).not.toContain(gone)
    }
    expect(lean).not.toMatch(/new (GoTrueAdminApi|WebAuthnApi)/)
  })

  it('calls nothing that is gone', () => {
    const gone = new Set(methodsOf(source).filter((name) => !methodsOf(lean).includes(name)))
    parseAst(lean)
    const called = [...lean.matchAll(/this\.(\w+)/g)].map(([, name]) => name)
    expect(called.filter((name) => gone.has(name))).toEqual([])
  })

  it('is not made when the class was put together another way', () => {
    const changed = source.replace('this.passkey =', 'this.keys =')
    expect(() => leanClient(changed, parseAst(changed).body)).toThrow('adjust build/lean-auth.ts')
  })
})
