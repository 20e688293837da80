import { describe, expect, it } from 'vitest'
import { cleanName, hasSymbols, isRoleName } from './name-rules'

describe('name rules', () => {
  it.each([
    ['  Anna \t Berger\n', 'Anna Berger'],
    ['\ufeffAn\u200bna\u202e', 'Anna'],
    ['\u200b\u3164', ''],
    ['نگار می\u200cرزا', 'نگار می\u200cرزا'],
  ])('clean %j to %j', (name, clean) => expect(cleanName(name)).toBe(clean))

  it.each(['Anna ✅', '★ Anna', 'Anna 👩‍💻', 'Anna ©', '→ Anna'])('find symbols in %j', (name) =>
    expect(hasSymbols(name)).toBe(true),
  )

  it.each(['Support', 'SUPPORT TEAM', 'The Admin Team', 'Help-Desk', 'Customer Service', 'Sùppört'])(
    'find only role words in %j',
    (name) => expect(isRoleName(name)).toBe(true),
  )

  it.each(['Agent Smith', 'Anna Support', 'Zoë Łukasz-Öberg', 'Mª José', '佐々木 希', "O'Neil, Jr.", ''])(
    'accept %j',
    (name) => expect([hasSymbols(name), isRoleName(name)]).toEqual([false, false]),
  )
})
