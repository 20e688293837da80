export const unavailable = 'Not available at the moment'
export const notStarted = 'The helpdesk was not started'
export const notReachable = 'The helpdesk cannot be reached'
export const notStartedText = (message: string) =>
  `${message} Nothing was loaded. Try again later, or contact support.`
export const notReachableText = (message: string) =>
  `Its settings could not be read. Check your connection, then try again. ${message}`
export const partFailed = 'This part of the portal could not be loaded'
export const partFailedText =
  'It may have been updated since you opened the page. Reload to get the current version.'
export const pageLoading = 'The helpdesk is still loading'
export const pageLoadingText = 'This is taking longer than usual. Check your connection, then try again.'
export const reload = 'Reload'
export const skipToContent = 'Skip to content'
export const profileFailed = 'Failed to fetch user profile'
export const profileFailedText = 'You are signed in, but your profile could not be loaded.'
export const serverAwayText = 'You are still signed in. This page opens as soon as the server answers again.'
export const retry = 'Retry'
export const signOut = 'Sign Out'
export const oops = 'Oops!'
export const wentWrong = 'Something went wrong. Please try again later.'
export const returnHome = 'Return Home'
export const tryAgain = 'Try again'
export const signInNewTab = 'Sign in again in a new tab'
export const thenContinue = ', then continue here.'
export const expiredText = 'Sign in again to continue. Everything you typed is still here.'
export const error = 'Error'
export const orEmail = 'Or continue with email'
export const email = 'Email'
export const password = 'Password'
export const signingIn = 'Signing in...'
export const signIn = 'Sign in'
export const chunkMissing = 'Part of this page could not be loaded. Reload the page and try again.'
export const signInTitle = 'Sign in'
export const signUpTitle = 'Create an account'
export const inviteTitle = 'Accept your invite'
export const resetTitle = 'Reset your password'
export const completingTitle = 'Completing authentication'
export const signedOutOffline =
  'You are signed out on this device. The server will end your session once it can be reached.'
export const signOutQuestion = 'Sign out and delete unsent work?'
export const onlyHere = 'This is on this device only, and signing out deletes it:'
/** The beginning of a text, on one line. */
const excerpt = (text: string) => {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line
}
export const unsentComment = (text: string) => `Comment not sent yet: “${excerpt(text)}”`
export const unsentDraft = (text: string) => `Draft: “${excerpt(text)}”`
export const unsentFile = (name: string) => `File: ${name}`
export const moreUnsent = (count: number) => `${count} more`
export const signOutAnyway = 'Sign out anyway'
export const stay = 'Stay'
export const signOutFailed = 'Failed to logout on the server. You are signed out on this device.'
export const unsubscribeTitle = 'Email notifications'
export const rateTitle = 'How did we do?'
