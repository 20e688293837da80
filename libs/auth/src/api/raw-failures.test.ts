// @vitest-environment jsdom
import { authClient, configureSupabase } from '@helpdesk/supabase'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authErrorText, type AuthAction } from '../model/error-texts'
import { initialAuthState, patchAuthState } from '../session/auth-state'
import { endMySession } from './end-my-session'
import { endOtherSessions } from './end-other-sessions'
import { listMySessions } from './list-my-sessions'
import { exchangeCode } from './exchange-code'
import { changeUserRole } from './change-user-role'
import { refreshProfile } from './refresh-profile'
import { requestPasswordReset } from './request-password-reset'
import { signIn } from './sign-in'
import { signOut } from './sign-out'
import { signUp } from './sign-up'
import { updatePassword } from './update-password'
import { updateProfile } from './update-profile'
import { verifyInvite } from './verify-invite'

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const user = {
  id,
  email: 'ada@example.com',
  aud: 'authenticated',
  app_metadata: {},
  user_metadata: {},
  created_at: '',
}
const token = `x.${btoa(JSON.stringify({ exp: 4102444800, sub: id }))}.x`
const session = {
  access_token: token,
  refresh_token: 'r',
  token_type: 'bearer' as const,
  expires_in: 3600,
  expires_at: 4102444800,
  user,
}
const newcomer = { email: 'bo@example.com', password: 'Secret12', fullName: 'Bo Derek' }

const answers: Record<string, () => Promise<Response>> = {
  'an empty 500': () => Promise.resolve(new Response('', { status: 500 })),
  'a 500 with a page': () =>
    Promise.resolve(new Response('<html><h1>Internal Server Error</h1></html>', { status: 500 })),
  'a 500 with an empty object': () => Promise.resolve(new Response('{}', { status: 500 })),
  'a 413 with a page': () => Promise.resolve(new Response('<html>413</html>', { status: 413 })),
  'an empty 429': () => Promise.resolve(new Response('', { status: 429 })),
  'no connection': () => Promise.reject(new TypeError('Failed to fetch')),
}
const commands: [string, AuthAction, () => Promise<unknown>][] = [
  ['signIn', 'login', () => signIn({ email: user.email, password: 'Secret12' })],
  ['signUp', 'signup', () => signUp(newcomer)],
  ['signOut', 'logout', signOut],
  ['requestPasswordReset', 'resetPassword', () => requestPasswordReset(user.email)],
  ['updatePassword', 'updatePassword', () => updatePassword('Better34')],
  ['updateProfile', 'updateProfile', () => updateProfile({ name: 'Ada' })],
  ['refreshProfile', 'refreshProfile', refreshProfile],
  ['changeUserRole', 'changeRole', () => changeUserRole(id, 'agent')],
  ['endMySession', 'endSession', () => endMySession(id)],
  ['endOtherSessions', 'endSession', endOtherSessions],
  ['listMySessions', 'endSession', listMySessions],
  ['verifyInvite', 'signup', () => verifyInvite(id)],
  ['exchangeCode', 'exchangeCode', () => exchangeCode(crypto.randomUUID())],
]
/** Texts of specification section 8, and the portal's text for a lost connection. */
const CATALOGUE =
  /^(?:Failed to [a-z ]+|An error occurred during (?:sign in|signup)|Authentication failed|The server could not be reached\. .*)$/

beforeEach(async () => {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'public' })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  localStorage.setItem('helpdesk-auth', JSON.stringify(session))
  localStorage.setItem('helpdesk-auth-code-verifier', JSON.stringify('verifier'))
  patchAuthState({ ...initialAuthState, user, session })
})
afterEach(() => vi.unstubAllGlobals())
afterAll(async () => (await authClient()).dispose())

for (const [kind, answer] of Object.entries(answers)) {
  it.each(commands)(`shows a known text for ${kind} from %s`, async (_, action, command) => {
    vi.stubGlobal('fetch', answer)
    const failure = await command().then(
      () => expect.fail('should have failed'),
      (error: unknown) => error,
    )
    expect(authErrorText(action, failure)).toMatch(CATALOGUE)
  })
}
