/**
 * What the portal uses of the auth client. The type of {@link authClient} offers no more, and the shell's build leaves
 * the rest out of it (second factors, passkeys, wallets, administration): a third of its bytes.
 */
export const AUTH_METHODS = [
  'dispose',
  'exchangeCodeForSession',
  'getSession',
  'getUser',
  'onAuthStateChange',
  'refreshSession',
  'resend',
  'resetPasswordForEmail',
  'signInWithOAuth',
  'signInWithPassword',
  'signOut',
  'signUp',
  'updateUser',
  'verifyOtp',
] as const
