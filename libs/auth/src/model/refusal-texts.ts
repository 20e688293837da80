import type { ErrorTexts } from '@helpdesk/ui/components/error-text'
import * as texts from './texts'

/** Words for codes of the server about one's own account and invite, for pages behind the login page. */
export const refusalTexts = {
  not_authenticated: 'Not authenticated',
  name_empty: 'Please enter a name',
  name_symbols: texts.nameSymbols,
  name_reserved: texts.nameReserved,
  invite_invalid: texts.inviteRefused,
  invite_needless: 'You already have this role.',
  invite_other_address: 'This invite is for another email address.',
  same_password: 'New password should be different from the old password.',
  weak_password: texts.passwordRefused,
  session_not_found: 'Your session has expired',
} as const satisfies ErrorTexts
