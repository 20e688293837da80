import { AUTH_TEXTS } from '@helpdesk/auth/model/error-texts'
import { tooManyAttempts } from '@helpdesk/auth/model/texts'
import * as texts from './texts'

/** Texts for errors that an immediate retry would not fix. */
const REASONS = new Map(
  Object.entries({
    user_banned: AUTH_TEXTS.deactivated,
    provider_disabled: texts.methodUnavailable,
    validation_failed: texts.methodUnavailable,
    provider_email_needs_verification: texts.providerUnverified,
    email_address_not_provided: texts.providerNoEmail,
    signup_disabled: texts.noNewAccounts,
    over_request_rate_limit: tooManyAttempts,
    bad_oauth_state: texts.signInExpired,
  }),
)

/** The text for an error code of Supabase Auth in the callback address. */
export const refusalText = (code: string | null): string => REASONS.get(code ?? '') ?? AUTH_TEXTS.callback
