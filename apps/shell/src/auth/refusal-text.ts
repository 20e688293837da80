import { AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'

/** Texts for errors that an immediate retry would not fix. */
const REASONS = new Map(
  Object.entries({
    user_banned: AUTH_TEXTS.deactivated,
    provider_disabled: 'This sign-in method is not available. Please use your email and password.',
    validation_failed: 'This sign-in method is not available. Please use your email and password.',
    provider_email_needs_verification: 'Please verify your email address with the provider first.',
    email_address_not_provided: 'The provider shared no email address. Please use your email and password.',
    signup_disabled: 'New accounts cannot be created at the moment.',
    over_request_rate_limit: 'Too many attempts. Please wait a few minutes and try again.',
    bad_oauth_state: 'The sign-in expired or was started in another browser. Please try again.',
  }),
)

/** The text for an error code of Supabase Auth in the callback address. */
export const refusalText = (code: string | null): string => REASONS.get(code ?? '') ?? AUTH_TEXTS.callback
