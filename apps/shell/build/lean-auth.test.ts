import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { AUTH_METHODS } from '@helpdesk/supabase/auth-methods'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { keepOf, leanClass } from './lean-auth'

const supabase = createRequire(createRequire(import.meta.url).resolve('@helpdesk/supabase'))
const folder = join(supabase.resolve('@supabase/auth-js'), '../../module')

const sourceOf = (name: string) => readFileSync(join(folder, name), 'utf8')
const leanOf = (name: string, code = sourceOf(name)) => {
  const keep = keepOf(name)
  if (!keep) throw new Error(`${name} is not thinned out`)
  return leanClass(code, parseAst(code).body, keep)
}

const source = sourceOf('GoTrueClient.js')
const lean = leanOf('GoTrueClient.js')
const admin = leanOf('GoTrueAdminApi.js')

const methodsOf = (code: string) =>
  [...code.matchAll(/^ {4}(?:async )?(\w+)\(.*\) \{$/gm)].map(([, name]) => name)

describe('the auth client of the build', () => {
  it('has what the portal uses', () =>
    expect(methodsOf(lean)).toEqual(expect.arrayContaining([...AUTH_METHODS])))

  it('is without what it does not use', () => {
    for (const gone of ['signInWithEthereum', 'signInWithPasskey', '_enroll', 'signInWithOtp', 'getClaims']) {
      expect(methodsOf(source)).toContain(gone)
      expect(methodsOf(lean)).not.toContain(gone)
    }
    expect(lean).not.toMatch(/new WebAuthnApi/)
    expect(methodsOf(admin)).toEqual(['constructor', 'signOut'])
  })

  it('calls nothing that is gone', () => {
    expect(lean).toContain('new GoTrueAdminApi(')
    expect(lean).toContain('this.admin.signOut(')
    const gone = new Set(methodsOf(source).filter((name) => !methodsOf(lean).includes(name)))
    parseAst(lean)
    const called = [...lean.matchAll(/this\.(\w+)/g)].map(([, name]) => name)
    expect(called.filter((name) => gone.has(name))).toEqual([])
  })

  it('is not made when the class was put together another way', () => {
    const changed = source.replace('this.passkey =', 'this.keys =')
    expect(() => leanOf('GoTrueClient.js', changed)).toThrow('sets up other parts')
  })

  it('is not made when a method that stays needs a part that would go', () => {
    const changed = source.replace('this.admin.signOut(', 'this.mfa.signOut(')
    expect(changed).not.toBe(source)
    expect(() => leanOf('GoTrueClient.js', changed)).toThrow('needs mfa in _signOut')
  })
})
