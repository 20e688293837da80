export const inviteInvalid = 'Invalid invite'
export const inviteMalformed = 'The invite link is invalid.'
export const inviteRefused = 'This invite link is invalid or has expired.'
export const nameSymbols = 'A name cannot contain symbols or emoji'
export const nameReserved = 'This name could be mistaken for the support team. Enter your own name.'
export const passwordLeaked = 'This password is known from a data leak. Please choose another one'
export const passwordRefused = 'Password does not meet requirements'
export const emailInvalid = 'Please enter a valid email address'
export const passwordEmpty = 'Please enter your password'
export const passwordShort = 'Password must be at least 8 characters'
export const passwordWeak =
  'Password must contain at least one uppercase letter, one lowercase letter, and one number'
export const passwordLong =
  'Password must not be longer than 72 characters, where letters such as ä count as two'
export const passwordsDiffer = "Passwords don't match"
export const nameShort = 'Full name must be at least 3 characters'
export const nameLong = 'Full name must not exceed 50 characters'
export const tooManyAttempts = 'Too many attempts. Please wait a few minutes and try again.'
export const mailTooSoon =
  'An email was sent a moment ago. Please wait a little before you ask for another one.'
export const tooManyMails = 'Too many emails were requested. Please try again later.'
export const mailNotSent = 'The email could not be sent. Please try again later.'
export const secondFactor =
  'Your account has a second factor, which the portal cannot ask for yet. Please contact an administrator.'
export const loadingSettings = 'Loading settings…'
