export { initializeAuth } from './session/initialize-auth'
export {
  authStateAtom,
  getAuthState,
  isDeactivated,
  sessionPhase,
  subscribeAuthState,
  type AuthState,
} from './session/auth-state'
export { hasSignedOut, onBeforeSignOut } from './session/sign-out-marker'
export { personalKey, personalStorage, type PersonalKind } from './storage/personal-storage'
export { prunePersonalFiles, readPersonalFiles, writePersonalFiles } from './storage/personal-files'
export { useAuth, useDeactivated, useRecovering, useRole } from './session/hooks'
export { DEFAULT_WORKSPACE, useWorkspace, workspaceAtom, type Workspace } from './session/workspace'
export { rememberWorkspace } from './session/remember-workspace'
export { refreshSupportAddress, refreshWorkspace } from './session/refresh-workspace'

export { signIn } from './api/sign-in'
export { signUp } from './api/sign-up'
export { PROVIDER_NAMES, signInWithProvider, type AuthProvider } from './api/sign-in-with-provider'
export { signOut } from './api/sign-out'
export { endSessionsAtContact } from './session/sessions-to-end'
export { requestPasswordReset } from './api/request-password-reset'
export { updatePassword } from './api/update-password'
export { updateProfile } from './api/update-profile'
export { updatePreferences } from './api/update-preferences'
export { refreshProfile } from './api/refresh-profile'
export { exchangeCode } from './api/exchange-code'
export { verifyInvite } from './api/verify-invite'
export { acceptInvite } from './api/accept-invite'
export { prepareInvitedSignUp } from './api/prepare-invited-sign-up'
export { changeUserRole, setAvailability } from './api/staff-commands'

export {
  loginSchema,
  newPasswordSchema,
  passwordSchema,
  resetRequestSchema,
  VALIDATION_TEXTS,
  type LoginValues,
  type NewPasswordValues,
  type ResetRequestValues,
} from './model/schemas'
export type { SignupInput, SignupValues } from './model/signup-schemas'
export { INVITE_TEXTS, isInviteToken, type Invite } from './model/invite'
export { AUTH_TEXTS, authErrorText, authStoreText, type AuthAction } from './model/error-texts'
export { guardRoute, type GuardDecision, type SessionPhase } from './model/guard'
export { accessOf, dashboardForRole, homeForRole, isRoleAllowed, type Access } from './model/routes'
export { safeNext } from './model/safe-next'
export { isStaff, ROLES, type Role } from './model/roles'
export type { Preferences } from './model/preferences'
export type { Profile } from './model/profile'
export { useSchemaForm, type FieldErrors } from './forms/use-schema-form'
export { AccountSettings, preloadAccountSettings } from './screens/lazy'
export { SettingsSection } from './screens/SettingsSection'
