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
// the names of before, until no remote imports them
export { hasSignedOut as hasDeparted, onBeforeSignOut as onDeparture } from './session/sign-out-marker'
export { personalKey, personalStorage, type PersonalKind } from './storage/personal-storage'
export { readPersonalFiles, writePersonalFiles } from './storage/personal-files'
export { useAuth, useDeactivated, useRecovering, useRole } from './session/hooks'
export {
  DEFAULT_WORKSPACE,
  rememberWorkspace,
  useWorkspace,
  workspaceAtom,
  type Workspace,
} from './session/workspace'
export { refreshSupportAddress, refreshWorkspace } from './session/refresh-workspace'

export { signIn } from './commands/sign-in'
export { signUp } from './commands/sign-up'
export { PROVIDER_NAMES, signInWithProvider, type AuthProvider } from './commands/sign-in-with-provider'
export { signOut } from './commands/sign-out'
export { requestPasswordReset } from './commands/request-password-reset'
export { updatePassword } from './commands/update-password'
export { updateProfile } from './commands/update-profile'
export { updatePreferences } from './commands/update-preferences'
export { refreshProfile } from './commands/refresh-profile'
export { exchangeCode } from './commands/exchange-code'
export { verifyInvite } from './commands/verify-invite'
export { acceptInvite, prepareInvitedSignUp } from './commands/accept-invite'
export { changeUserRole } from './commands/change-user-role'

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
export { INVITE_TEXTS, inviteTokenSchema, isInviteToken, type Invite } from './model/invite'
export { AUTH_TEXTS, authErrorText, authStoreText, type AuthAction } from './model/error-texts'
export { guardRoute, type GuardDecision, type SessionPhase } from './model/guard'
export {
  accessOf,
  dashboardForRole,
  homeForRole,
  isRoleAllowed,
  ROUTE_ACCESS,
  type Access,
} from './model/routes'
export { safeNext } from './model/safe-next'
export { isRole, ROLES, type Role } from './model/roles'
export type { Preferences } from './model/preferences'
export type { Profile } from './model/profile'
export { useSchemaForm, type FieldErrors } from './forms/use-schema-form'
export { AccountSettings, preloadAccountSettings } from './screens/lazy'
